// SPDX-License-Identifier: MIT
// The one door to nauty (B. D. McKay, A. Piperno: Practical graph isomorphism
// II, 2014): automorphisms, and on request a canonical form, of an undirected
// graph with colored vertices, under a budget.
//
// Never in nauty's mode for digraphs, which takes minutes on 300 vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vicinal::groupoid::inline automorphism {

// Simple and undirected: each edge stands in the rows of both its ends, once.
struct ColoredGraph {
  std::vector<std::size_t> row = {0};  // per vertex, and one more
  std::vector<std::uint32_t> neighbors;
  std::vector<std::uint32_t> color;  // per vertex

  std::size_t size() const { return color.size(); }
};

// What searches may still spend. Every refinement of a partition is paid when
// it is done: the vertices, and what it went through of the neighbors at most;
// every automorphism found costs the vertices it moves.
struct SearchBudget {
  std::size_t vertices = 0;  // of one graph; stays
  std::uint64_t work = 0;    // counted down
};

struct SearchResult {
  // False: beyond the budget, too deep for the stack, or out of memory;
  // nothing below is known.
  bool complete = false;
  // The order of the group is the product: the indices of a chain of
  // stabilizers. None is 1.
  std::vector<std::uint32_t> indices;
  // Vertices that move, ascending, with their images.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> generators;
  // If asked for: the vertex in each place of the canonical form, colors in
  // ascending order.
  std::vector<std::uint32_t> canonical;
};

// Serialized over the whole process, because nauty's stop flag is global:
// nothing else may call nauty at the same time. Deterministic. Throws
// std::bad_alloc for its own arrays; nauty's are counted and tried first.
// Polls (network/base/budget.hpp), so that it may throw LimitReached.
SearchResult search(const ColoredGraph& graph, bool canonical,
                    SearchBudget& budget);

}  // namespace vicinal::groupoid::inline automorphism
