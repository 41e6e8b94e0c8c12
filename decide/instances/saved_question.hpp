// SPDX-License-Identifier: MIT
// What an exploration is of, so that none goes on from the states of another.
#pragma once

#include <string_view>

#include "decide/question/opened.hpp"
#include "explore/checkpoint/progress.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline instances {

// The model, its network and sizes, what is asked of it, and the symmetry by
// which its states are stored (in `how`). `reduction`: as it was asked for.
// Polls.
explore::Identity identity_of(const Opened& opened, const explore::Options& how,
                              std::string_view reduction);

}  // namespace vicinal::decide::inline instances
