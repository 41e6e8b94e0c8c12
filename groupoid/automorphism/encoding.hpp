// SPDX-License-Identifier: MIT
// A core (reduction.hpp) as a colored undirected graph with the same
// automorphisms. Every node is a vertex. An edge with two equal
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

#include "groupoid/automorphism/core.hpp"
#include "groupoid/automorphism/search.hpp"

namespace vicinal::groupoid::inline automorphism {

// An edge of the network that has no vertex, seen from one of its ends.
struct DirectEdge {
  std::uint32_t from, to;  // vertices
  std::uint32_t place;     // in the core

  auto operator<=>(const DirectEdge&) const = default;
};

struct EncodedCore {
  ColoredGraph graph;
  // Per vertex: its place in the core; no_thing for (edge, label).
  std::vector<std::uint32_t> vertex_place;
  std::vector<DirectEdge> direct;  // from both ends, sorted
};

// O(darts of the core * log of them).
EncodedCore encode(const Core& reduction);

// What a map of vertices does to the things of the network, appended to
// `things`. `image` is per vertex; only the `moved` ones and the edges at them
// are looked at. A thing may be told of twice.
void lift(const Core& reduction, const EncodedCore& core,
          const std::vector<std::uint32_t>& image,
          const std::vector<std::uint32_t>& moved,
          std::vector<std::pair<std::uint32_t, std::uint32_t>>& things);

}  // namespace vicinal::groupoid::inline automorphism
