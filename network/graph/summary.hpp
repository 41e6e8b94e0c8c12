// SPDX-License-Identifier: MIT
// What a network is like as a whole.
#pragma once

#include <cstdint>

#include "network/graph/network.hpp"

namespace vicinal::network::inline graph {

struct Summary {
  // Of nodes: the number of edges that one touches. 0 without nodes.
  std::uint32_t least_degree = 0, median_degree = 0, greatest_degree = 0;
  std::size_t isolated = 0;     // nodes without edges
  std::size_t components = 0;   // parts that no edge connects
  std::size_t largest = 0;      // nodes of the largest
  std::size_t self_loops = 0;   // edges that one node alone touches
  std::size_t parallel = 0;     // edges with the same ends as one before
  std::size_t hyper_edges = 0;  // edges with more than two ends
};

// O(size * log of it).
Summary summarize(const Network& network);

}  // namespace vicinal::network::inline graph
