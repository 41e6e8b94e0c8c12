// SPDX-License-Identifier: MIT
// The coarsest equitable partition of a network's nodes, as programs for graphs
// compute it, to stand beside balance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline automorphism {

// Labels of the nodes: equal for nodes that have equal colors and, for all
// other darts of the edges they touch, equally many of every kind at nodes of
// every label. The kinds of both darts, and the color of the edge, count; who
// interferes with whom does not (which is where balance differs). A self-loop
// is an edge to a node of the own label.
// O((nodes + darts) * log of them).
std::vector<std::uint32_t> color_refinement(const network::Network& network);

// How many times all nodes have to look at their neighbours, all at once, until
// there are as many labels as before: 0 if the colors of the nodes stay alone.
// O(rounds * sum over edges of the square of their darts); none, if that is
// more than `most`.
std::optional<std::size_t> refinement_rounds(const network::Network& network,
                                             std::uint64_t most = 50'000'000);

}  // namespace vicinal::groupoid::inline automorphism
