// SPDX-License-Identifier: MIT
// Whether an instance is the same after a renaming.
#pragma once

#include <set>
#include <vector>

#include "explore/symmetry/model_forms.hpp"

namespace vicinal::explore::inline symmetry {

class Comparison {
 public:
  // Of the first `asked` properties what they say counts, of the rest only
  // where they cannot be evaluated. Throws Formless. The sorts must outlive it.
  Comparison(const exported::Guarded& guarded, std::size_t asked,
             const Sorts& sorts);

  // Whether the map leaves initial states, steps, failures and claims as they
  // are. If true it surely does; if false it may. O(forms).
  bool invariant(const StateMap& map);

 private:
  // What a step does, and of which action it is one.
  using Key = std::vector<std::uint32_t>;
  static Key key_of(const StepForm& step);
  bool same_claims();

  std::size_t asked_;
  Forms forms_;
  ModelForms model_;
  std::set<Key> steps_;
};

}  // namespace vicinal::explore::inline symmetry
