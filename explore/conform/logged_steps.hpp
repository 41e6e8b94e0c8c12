// SPDX-License-Identifier: MIT
// The steps that a line of a log allows, from one packed state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/conform/observation.hpp"
#include "explore/conform/possible_states.hpp"
#include "network/semantics/steps.hpp"
#include "network/steps/table_steps.hpp"

namespace vicinal::explore::inline conform {

// Where an action is known its bindings are looked for alone; where none is
// said, tables hold what all steps lead to.
class LoggedSteps {
 public:
  explicit LoggedSteps(const network::Instance& instance);

  const network::Packing& packing() const { return packing_; }

  // Adds the states after any step of the state.
  void any(const std::uint64_t* state, PossibleStates& out);

  // Adds those after steps of these actions, with values for their binders as
  // far as these are said.
  void of(const std::uint64_t* state, std::span<const LoggedAction> actions,
          PossibleStates& out);

  // A value of `int` left 64 bits in some step or guard: what comes behind it
  // is missing.
  bool overflowed() const { return overflowed_; }

  std::uint64_t bytes() const { return tables_.bytes(); }

 private:
  void slowly(PossibleStates& out);
  bool fits(const LoggedAction& action, const network::Step& step) const;
  void apply(const network::Step& step, PossibleStates& out);
  void note(const network::ModelError& error);

  const network::Instance& instance_;
  network::Packing packing_;
  network::TableSteps tables_;
  network::Steps steps_;
  network::Successors found_;
  network::StepList list_;
  std::vector<network::Scalar> state_, after_;
  std::vector<std::uint64_t> packed_;
  bool overflowed_ = false;
};

}  // namespace vicinal::explore::inline conform
