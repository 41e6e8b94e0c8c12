// SPDX-License-Identifier: MIT
// Why nodes of a family may not change places: what a user wants to know where
// there is less symmetry than it seems.
#pragma once

#include <span>
#include <vector>

#include "explore/symmetry/items.hpp"
#include "explore/symmetry/renamings.hpp"

namespace vicinal::explore::inline symmetry {

// At most one pair for each family: its first two nodes. Of families of which
// some node moves, and of those without a state, nothing is said. Candidates
// are those that are no symmetry. O(families) comparisons of the model with
// itself.
std::vector<Apart> what_differs(const network::Instance& instance,
                                Comparison& comparison,
                                const Renamings& renamings,
                                std::span<const Move> candidates,
                                const std::vector<bool>& moves);

}  // namespace vicinal::explore::inline symmetry
