// SPDX-License-Identifier: MIT
// All actions of a checked model, its rules among them.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// Calls visit(const Action&) for the actions of each process, then for rules.
template <class Visit>
void each_action(const Model& model, const Visit& visit) {
  for (const Process& p : model.processes) {
    for (const Action& action : p.actions) visit(action);
  }
  for (const Action& rule : model.rules) visit(rule);
}

}  // namespace vicinal::network::inline language
