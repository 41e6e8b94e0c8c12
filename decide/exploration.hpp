// SPDX-License-Identifier: MIT
// All reachable states of an instance, looked at because that is what was asked
// for.
#pragma once

#include <optional>

#include "decide/opened.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::decide {

// Explores the instance of a model without errors, and warns of what never
// happened in its states. None: there is a diagnostic (no initial state).
std::optional<explore::Exploration> explore_instance(
    Opened& opened, const explore::Options& how);

}  // namespace vicinal::decide
