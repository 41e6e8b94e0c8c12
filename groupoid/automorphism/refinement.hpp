// SPDX-License-Identifier: MIT
// Color refinement of a graph: the coarsest equitable partition. Balance of
// networks is another thing, but for the algorithm.
#pragma once

#include <cstdint>
#include <vector>

#include "groupoid/automorphism/search.hpp"

namespace vicinal::groupoid::inline automorphism {

// Recolors the graph so that vertices of one color have, of every color,
// equally many neighbors; no two vertices that an automorphism exchanges get
// different colors. Colors are numbered from 0. O(edges * log vertices)
// expected. More than 2^32 neighbors are a contract violation.
void refine_colors(ColoredGraph& graph);

struct GraphPart {
  std::vector<std::uint32_t> vertices;  // of the whole, ascending
  ColoredGraph graph;                   // on the places in `vertices`
};

// A refined graph, without the vertices that are alone in their color, in
// connected parts. Those vertices never move, and what is joined to one of
// them is all of a color or none of it: the automorphisms of what is left are
// those of the whole.
std::vector<GraphPart> movable_parts(const ColoredGraph& graph);

}  // namespace vicinal::groupoid::inline automorphism
