// SPDX-License-Identifier: MIT
// The steps of an instance: enabled bindings of actions and rules in a whole
// state, and what they lead to (design 3.1, 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::network::inline semantics {

// One binding of one action at one node, or of one rule.
struct Step {
  NodeId actor;              // none: a rule
  std::uint32_t action = 0;  // number in the process, or of the rule
  std::uint32_t frame = 0;   // first value of its binding in StepList::frames
};

// An error while evaluating a guard, a priority or what a binder ranges over:
// it belongs to the state, and the binding is not enabled.
struct Problem {
  NodeId actor;
  std::uint32_t action = 0;
  ModelError error;
};

// Steps in the order: nodes by id, actions in order, bindings in the order of
// their domains, the last binder fastest; then rules. Reused between states.
struct StepList {
  std::vector<Step> steps;
  std::vector<Scalar> frames;  // the binding of each step, action.binders long
  std::vector<Problem> problems;

  void clear();
};

class Steps {
 public:
  explicit Steps(const Instance& instance);

  // All enabled steps of a state, after priorities. `out` is cleared first.
  void enabled(Scalar* state, StepList& out) const;

  // Those of one node, or (none) of the rules.
  void enabled_of(NodeId actor, Scalar* state, StepList& out) const;

  // Whether there is one. Errors count as in `enabled`.
  bool any_enabled(Scalar* state) const;

  // Executes a step of `list`: changes `state` in place. Throws ModelError.
  void apply(const StepList& list, const Step& step, Scalar* state) const;

  const Evaluator& evaluator() const { return evaluator_; }

  // See Evaluator::tell.
  void tell(Recorder* recorder) { evaluator_.tell(recorder); }

  // See Evaluator::watch.
  void watch(BranchWatch* watch) { evaluator_.watch(watch); }

  // Those of one action at one node, or (none) of one rule. After priorities.
  void enabled_of(NodeId actor, std::uint32_t action, Scalar* state,
                  StepList& out) const;

 private:
  void add_action(const Action& action, std::uint32_t number, NodeId actor,
                  Scalar* state, StepList& out) const;

  const Instance& instance_;
  Evaluator evaluator_;
};

const Action& action_of(const Instance& instance, NodeId actor,
                        std::uint32_t action);

// s[0].want, grant
std::string step_name(const Instance& instance, NodeId actor,
                      std::uint32_t action);

}  // namespace vicinal::network::inline semantics
