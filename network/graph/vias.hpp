// SPDX-License-Identifier: MIT
// What a quotient network (LS 4.4) must say beyond nodes and edges.
//
// A class that interferes with itself does not point to itself (Definition 1),
// and from ins(e) alone nobody can tell at which of its own edges a class
// writes e: with the printed definition Theorem 6 fails. So each edge e of a
// class C names, for every neighbour that points to C's representative and
// touches e, the edge of the neighbour's class D that it is to the neighbour.
//
//   ring, one class s, its edges s.l and s.r:
//     s.l  via s.r, channel 0       the left neighbour's right edge
//     s.r  via s.l, channel 1       the right neighbour's left edge
//
// Nor can anybody tell what the class itself does with e: ins(e) and outs(e)
// have it where any of its members writes or reads. `access` says that.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::network::inline graph {

struct Via {
  NodeId from;                // D, the class of the neighbour
  EdgeId edge;                // one of D's edges
  std::uint32_t channel = 0;  // the same for all that one neighbour shares; no
                              // other neighbour of any class has it

  auto operator<=>(const Via&) const = default;
};

// Empty for a network that is no quotient.
struct Vias {
  std::vector<NodeId> owner;  // per edge: the class C; or none
  // Per edge: what C's representative may do with it, dart_reads |
  // dart_writes; 0: a file does not say.
  std::vector<std::uint8_t> access;
  std::vector<std::uint32_t> begin;  // per edge, and one more: into entries
  std::vector<Via> entries;          // of an edge: sorted by channel

  bool empty() const { return owner.empty(); }
  std::span<const Via> of(EdgeId e) const {
    if (empty()) return {};
    return std::span(entries).subspan(begin[e.index()],
                                      begin[e.index() + 1] - begin[e.index()]);
  }
  bool operator==(const Vias&) const = default;
};

}  // namespace vicinal::network::inline graph
