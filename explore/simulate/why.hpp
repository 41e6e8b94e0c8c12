// SPDX-License-Identifier: MIT
// Why an action is not enabled.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::explore::inline simulate {

// Of one binding of an action, in one state.
struct Reason {
  enum Kind : std::uint8_t {
    enabled,    // it may be taken
    part,       // `expression`, a part of the guard's conjunction, is false
    fails,      // evaluating `expression` fails: a guard, or a priority
    held_back,  // another binding has a greater priority
    domain,     // what a parameter ranges over fails: there are no bindings
    nothing,    // what a parameter ranges over is empty
  };
  Kind kind = enabled;
  std::vector<network::Scalar> binding;  // of `domain`, `nothing`: empty
  network::ExprId expression;
  // If the part is `forall`: the first members of which its body is false.
  std::vector<network::Scalar> witness;
  std::optional<network::ModelError> error;
  network::Scalar priority = 0, greatest = 0;  // if it is held back
};

// Of all bindings of an action at a node (none: of a rule), in their order; at
// least one entry. By the slow semantics. Polls.
std::vector<Reason> why(const network::Instance& instance,
                        std::span<const network::Scalar> state,
                        network::NodeId actor, std::uint32_t action);

}  // namespace vicinal::explore::inline simulate
