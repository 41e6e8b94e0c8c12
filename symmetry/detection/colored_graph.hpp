// SPDX-License-Identifier: MIT
// The colored graph of the constraints (SD IV-C, after Puget 2005): its
// automorphisms are permutations of literals that leave every constraint as it
// is (Theorem 2), and the merged problem (Theorem 3).
//
//   variable ── literal ──┬── row ── table ── summand
//                next ────╯
//
// Variables of one domain have one color, and so have literals, but for
// initial values, and for values that are used as numbers. What a variable
// becomes hangs on its literals: both occurrences move together. A constraint's
// color is its kind and how far it stands above the literals, so that an edge
// has a direction; one vertex is the constraint and the value that it defines.
#pragma once

#include <string>
#include <vector>

#include "groupoid/automorphism/search.hpp"
#include "symmetry/detection/constraints.hpp"

namespace vicinal::symmetry::inline detection {

struct Vertex {
  enum class Role : std::uint8_t { variable, node, row, role } role;
  std::uint32_t slot = UINT32_MAX;  // variable
  NodeRef node;                     // node, and whose row or role
};

struct DetectionGraph {
  groupoid::ColoredGraph graph;
  std::vector<Vertex> vertices;
  // UINT32_MAX: it has none.
  std::vector<std::uint32_t> of_slot;
  std::size_t edges = 0;
};

// Of the constraints that the roots stand on, and of all variables that have
// two values. How often one is among `summands` is part of its color. O(size of
// these).
DetectionGraph colored_graph(const flat::Guarded& guarded,
                             const Constraints& constraints,
                             const std::vector<NodeRef>& roots,
                             const std::vector<NodeRef>& summands);

}  // namespace vicinal::symmetry::inline detection
