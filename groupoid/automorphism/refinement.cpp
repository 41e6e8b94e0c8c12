// SPDX-License-Identifier: MIT
// An edge is two arcs. Parts are found by walking from each vertex that may
// move.
#include "groupoid/automorphism/refinement.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "groupoid/balance_relation/stable.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline automorphism {

void refine_colors(ColoredGraph& graph) {
  if (graph.neighbors.size() > UINT32_MAX) {
    throw std::length_error("refine_colors: too large a graph");
  }
  const std::vector<std::uint32_t> begin(graph.row.begin(), graph.row.end());
  graph.color =
      coarsest_stable({begin, graph.neighbors, {}}, std::move(graph.color));
}

std::vector<GraphPart> movable_parts(const ColoredGraph& graph) {
  std::vector<std::uint32_t> members(graph.size(), 0);  // per color
  for (const std::uint32_t color : graph.color) ++members[color];
  std::vector<bool> left_out(graph.size());  // or seen
  for (std::size_t v = 0; v < graph.size(); ++v) {
    left_out[v] = members[graph.color[v]] == 1;
  }
  const std::vector<bool> fixed = left_out;
  std::vector<std::uint32_t> place(graph.size());
  std::vector<GraphPart> parts;
  for (std::uint32_t start = 0; start < graph.size(); ++start) {
    if (left_out[start]) continue;
    left_out[start] = true;
    GraphPart& part = parts.emplace_back();
    auto& vertices = part.vertices = {start};
    const auto neighbors = [&](std::uint32_t v) {
      return std::span(graph.neighbors)
          .subspan(graph.row[v], graph.row[v + 1] - graph.row[v]);
    };
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      network::poll();
      for (const std::uint32_t w : neighbors(vertices[i])) {
        if (left_out[w]) continue;
        left_out[w] = true;
        vertices.push_back(w);
      }
    }
    std::ranges::sort(vertices);
    for (std::uint32_t i = 0; i < vertices.size(); ++i) place[vertices[i]] = i;
    for (const std::uint32_t v : vertices) {
      part.graph.color.push_back(graph.color[v]);
      for (const std::uint32_t w : neighbors(v)) {
        if (!fixed[w]) part.graph.neighbors.push_back(place[w]);
      }
      part.graph.row.push_back(part.graph.neighbors.size());
    }
  }
  return parts;
}

}  // namespace vicinal::groupoid::inline automorphism
