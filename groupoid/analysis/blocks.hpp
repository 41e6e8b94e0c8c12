// SPDX-License-Identifier: MIT
// What holds a network together, whoever writes: articulation points, bridges,
// biconnected components.
#pragma once

#include <cstdint>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline analysis {

// Nodes are connected if a path of edges, gone in any direction, joins them.
struct Blocks {
  // Nodes without which two others are connected no more. Ascending.
  std::vector<network::NodeId> articulation_points;
  // Edges without which two nodes are connected no more: a bus is one as soon
  // as one of its ends hangs on it. Ascending.
  std::vector<network::EdgeId> bridges;

  // Biconnected components: edges with at least two ends are in one if no
  // single node separates them. A node may be in several, which then meet in
  // it; one without such edges is in none.
  std::size_t components = 0;
  static constexpr std::uint32_t none = UINT32_MAX;
  // Per edge, numbered by their first edges; `none` if it has no two ends.
  std::vector<std::uint32_t> component_of;
  std::size_t largest = 0;  // nodes of the one that has most
};

// O(darts).
Blocks blocks(const network::Network& network);

}  // namespace vicinal::groupoid::inline analysis
