// SPDX-License-Identifier: MIT
// What one line of a log says of a step and of the state after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/base/source.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::explore::inline conform {

// An action of a node, or (none) a rule, by number.
struct LoggedAction {
  network::NodeId actor;
  std::uint32_t action = 0;
  // A value for each binder of which the line says one; empty: of none.
  std::vector<std::optional<network::Scalar>> binding;

  bool operator==(const LoggedAction&) const = default;
};

// A scalar of a state that is seen.
struct SeenScalar {
  std::uint32_t slot = 0;
  network::Scalar value = 0;
};

// A variable, or parts of one, of which the line says a value.
struct SeenVariable {
  std::string name;  // in the model
  network::TypeId type;
  std::uint32_t slot = 0;   // its first
  network::Span span;       // of the value, in the line
  std::string text;         // as it is written there
  bool impossible = false;  // no state has it: a number out of its range
  std::size_t begin = 0;    // its scalars
  std::size_t end = 0;
};

struct Observation {
  std::uint64_t line = 0;
  // The line names an action: one of these takes the step. They are several
  // where only the action's name is said.
  bool names_action = false;
  // The line is a step even if it is the first, and even with `stutter`: it
  // names an action, perhaps one that the model does not have.
  bool is_step = false;
  network::Span action_span;
  std::string action_text;
  std::vector<LoggedAction> actions;
  std::vector<SeenVariable> variables;
  std::vector<SeenScalar> scalars;

  bool impossible() const {
    for (const SeenVariable& v : variables) {
      if (v.impossible) return true;
    }
    return false;
  }
  void clear() {
    names_action = is_step = false;
    actions.clear();
    variables.clear();
    scalars.clear();
  }
};

}  // namespace vicinal::explore::inline conform
