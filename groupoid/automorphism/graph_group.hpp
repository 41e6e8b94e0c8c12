// SPDX-License-Identifier: MIT
// The automorphisms of a colored graph, part by part: what color refinement
// leaves apart is searched apart, and k isomorphic parts have k! orders.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "groupoid/automorphism/search.hpp"

namespace vicinal::groupoid::inline automorphism {

struct GraphGroup {
  // False: beyond the budget, or not wanted; nothing else is known.
  bool complete = false;
  // The order of the group is the product.
  std::vector<std::uint32_t> indices;
  // Per vertex: in a part for which another, isomorphic one stands.
  std::vector<bool> copied;
};

// Vertices that move, with their images; false: no more are wanted.
using GraphGenerator = std::function<bool(
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& moves)>;

// Together the generators generate the group: of one of isomorphic parts its
// own, and exchanges of these parts.
GraphGroup graph_group(ColoredGraph graph, SearchBudget& budget,
                       const GraphGenerator& generator);

}  // namespace vicinal::groupoid::inline automorphism
