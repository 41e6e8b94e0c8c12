// SPDX-License-Identifier: MIT
// Whether a network is a part of another: a search for it (VF2: Cordella,
// Foggia, Sansone, Vento 2004; Boost.Graph's).
#pragma once

#include <cstdint>
#include <vector>

#include "groupoid/comparison/comparison.hpp"
#include "groupoid/comparison/joint.hpp"

namespace vicinal::groupoid::inline comparison {

// Whether network `part` of the two becomes of the other by deleting nodes and
// edges, a node with all of its edges. If so, `place` is where its nodes are,
// which has been checked. Unknown: the search looked at more than `work`
// vertices. Polls.
Answer find_part(const Joint& joint, int part, std::uint64_t work,
                 std::vector<network::NodeId>& place);

}  // namespace vicinal::groupoid::inline comparison
