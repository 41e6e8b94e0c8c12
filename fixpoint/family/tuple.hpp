// SPDX-License-Identifier: MIT
// Tuples of nodes of samples, what a view of them shows, and how they are
// wired: two tuples with the same key are wired alike (design 7.4).
#pragma once

#include <vector>

#include "fixpoint/family/atoms.hpp"
#include "fixpoint/family/samples.hpp"

namespace vicinal::fixpoint::inline family {

// An edge that two nodes of a tuple know by port sets. A view shows one such
// edge for each pair of port sets that have one in common; a tuple stands for
// one choice.
struct SharedEdge {
  std::uint32_t a = 0, p = 0;  // position of a node, its port set
  std::uint32_t b = 0, q = 0;  // a later position
  network::EdgeId edge;
};

// Different nodes of a sample, in an order.
struct Tuple {
  const Sample* sample = nullptr;
  std::vector<network::NodeId> nodes;
  std::vector<SharedEdge> shared;  // sorted by (a, p, b, q)

  const network::Instance& instance() const { return sample->instance; }
};

// All choices of shared edges for these nodes.
std::vector<Tuple> tuples_of(const Sample& sample,
                             std::vector<network::NodeId> nodes);

// The nodes of `tuple` at these positions, in this order, with the edges that
// two of them share.
Tuple part_of(const Tuple& tuple, const std::vector<std::uint32_t>& positions);

// Where a node of a tuple knows an edge.
struct End {
  std::uint32_t node = 0;  // position
  std::uint32_t port = 0;
  auto operator<=>(const End&) const = default;
};

struct VisibleEdge {
  network::EdgeId edge;
  std::vector<End> ends;  // sorted; the first names it
};

// What a view of the tuple shows besides the nodes' variables: the edges at
// single ports, by node and port, then the shared ones. Each once.
std::vector<VisibleEdge> visible_edges(const Tuple& tuple);

// What a tuple answers to an atom about some of its nodes.
struct AtomAnswer {
  const Atom* atom = nullptr;
  std::vector<std::uint32_t> nodes;  // positions, per slot of the atom
  // A truth value or a number; of a node its position, of an edge the number
  // of the visible edge, or -1: another one.
  network::Scalar value = 0;
};

// For each choice of different nodes. What cannot be evaluated is left out.
std::vector<AtomAnswer> answers(const Tuple& tuple,
                                const std::vector<Atom>& atoms);

// The wiring of a tuple: families, visible edges with their ends, process
// constants, and answers. Tuples with equal keys have the same columns.
using Key = std::vector<network::Scalar>;
Key key_of(const Tuple& tuple, const std::vector<Atom>& atoms);

// One variable or edge of a view.
struct ViewVariable {
  bool edge = false;
  std::uint32_t node = 0;    // variable: whose
  std::uint32_t number = 0;  // variable: of the process; edge: among visible
  network::TypeId type;
  std::uint32_t column = 0;  // the first
};

// The columns of a view, in order: variables by node, then visible edges.
struct Layout {
  std::vector<VisibleEdge> edges;
  std::vector<ViewVariable> variables;
  std::vector<std::uint32_t> slots;  // of the sample's state, per column
  // Per column: the family that a reference in it speaks of, or none.
  std::vector<network::NodeFamilyId> reference;
};
Layout layout_of(const Tuple& tuple);

}  // namespace vicinal::fixpoint::inline family
