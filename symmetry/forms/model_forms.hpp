// SPDX-License-Identifier: MIT
// What an instance does, as forms: its steps, where it begins, what is asked.
#pragma once

#include <compare>
#include <optional>
#include <utility>
#include <vector>

#include "network/flat/guarded.hpp"
#include "symmetry/forms/forms.hpp"

namespace vicinal::symmetry::inline forms {

// One binding of one action at one node, or of one rule.
struct StepForm {
  network::ProcessId process;  // none: a rule
  std::uint32_t action = 0;
  network::NodeId actor;
  std::vector<network::Scalar> binding;
  FormId guard, fails;
  // Slots that may change, ascending, and what they hold afterwards.
  std::vector<std::pair<std::uint32_t, FormId>> updates;
};

struct ModelForms {
  // The initial values of slots; where there is none, `initial` decides.
  std::vector<std::optional<network::Scalar>> fixed;
  FormId initial;
  FormId enabled;  // some step is
  FormId problem;  // some guard, priority or domain cannot be evaluated
  std::vector<StepForm> steps;
  struct Claim {
    FormId holds, fails;
  };
  std::vector<Claim> claims;     // as in Guarded::properties
  std::vector<FormId> premises;  // as in Guarded::premises
};

// The instance with these properties, those asked first, with their premises if
// they are wanted, then those that are evaluated besides. None: why not, in
// words.
std::optional<flat::Guarded> guarded_of(
    const network::Instance& instance, const std::vector<std::size_t>& asked,
    const std::vector<std::size_t>& evaluated, std::string& why_not,
    bool premises = false, flat::Width width = flat::Width::whole);

// Makes terms in it. Throws Formless for a loop that is not seen to end.
ModelForms model_forms(flat::Guarded& guarded, Forms& forms);

// Whether the map, that of `rename`, takes initial states to initial states.
bool same_start(const ModelForms& model, const StateMap& map, Forms& forms);

// The step whose effect at map(s) is the image of what `step` does at s; the
// map is that of `rename`.
StepForm mapped(const StepForm& step, Forms& forms);

}  // namespace vicinal::symmetry::inline forms
