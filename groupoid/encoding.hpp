// SPDX-License-Identifier: MIT
// The connected parts of a core (reduction.hpp) as colored undirected graphs
// with the same automorphisms. Every node is a vertex. An edge with two equal
// darts, of the most frequent such kind, is an edge of the graph. Any other
// edge is a vertex, joined to the nodes whose dart has its least label, and to
// one further vertex for each other label, joined to the nodes of that:
//
//   writer ── e ── (e, reads) ─┬─ reader
//                              ╰─ reader
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "groupoid/reduction.hpp"
#include "groupoid/search.hpp"

namespace vicinal::groupoid {

// An edge of the network that has no vertex, seen from one of its ends.
struct DirectEdge {
  std::uint32_t from, to;  // vertices
  std::uint32_t place;     // in the core

  auto operator<=>(const DirectEdge&) const = default;
};

struct CorePart {
  std::vector<std::uint32_t> places;  // in the core, ascending
  ColoredGraph graph;
  // Per vertex: its place in the core; no_thing for (edge, label).
  std::vector<std::uint32_t> vertex_place;
  std::vector<DirectEdge> direct;  // from both ends, sorted
};

// Colors mean the same in all parts.
std::vector<CorePart> encode(const Reduction& reduction);

// What a map from the vertices of one part to those of an equal one does to
// the things of the network, appended to `things`. `image` is per vertex of
// `from`; only the `moved` ones and the edges at them are looked at.
void lift(const Reduction& reduction, const CorePart& from, const CorePart& to,
          const std::vector<std::uint32_t>& image,
          const std::vector<std::uint32_t>& moved,
          std::vector<std::pair<std::uint32_t, std::uint32_t>>& things);

}  // namespace vicinal::groupoid
