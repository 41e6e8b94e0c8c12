// SPDX-License-Identifier: MIT
// A cube: literals about a few members, which are nodes or edges; of nodes also
// about the edges at their single ports. An element of an array that nodes
// index is a member, too, which two others name, or three. The lemma that a
// cube stands for says that no members of an instance satisfy it:
//
//   forall a, b in s: !(a != b && same(a.right, b.left) && a.in && b.in)
//   forall a in s, c in channel: !(a.in && c)
//   forall a, b in s: !(a.in && a.heard[b])
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "fixpoint/lemmas/between.hpp"
#include "network/language/model.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline lemmas {

// One number that a member shows: a node a part of a variable, or of the edge
// at a single port, and perhaps its index; an edge a part of its value. Each
// shows the shared variables, and perhaps sizes, too.
struct Feature {
  enum class Where : std::uint8_t {
    variable,
    port,
    value,
    shared,
    at_node,  // of a shared variable, what is the node's
    element,  // of an array of a node
    index,
    parameter
  };

  std::string name;  // phase, left, q[0], left.kind, q.len; of an edge .kind
  Where where = Where::variable;
  std::uint32_t item = 0;  // variable or port of the process; SharedId; ParamId
  std::uint32_t slot = 0;  // of its value
  network::TypeId type;    // none: the length of a queue, an index, a size
  bool indexing = false;   // a number that is compared with indices or sizes
  bool stepped = false;    // an `int` that something is added to
  bool element = false;    // of `queue`, at `position`
  std::string queue;
  std::uint32_t position = 0;
  std::uint32_t owners = 0;         // element: a family of nodes
  std::vector<std::uint32_t> keys;  // the same, of each index
  std::uint32_t width = 0;          // element, at_node: slots of each
};

// A variable of the nodes of a family that nodes of another one, or of the
// same, index, once or twice.
struct NodeArray {
  std::uint32_t owners = 0;         // family
  std::vector<std::uint32_t> keys;  // families
  std::uint32_t variable = 0;       // of the process

  // Who names an element at this end: the owner, then its indices.
  std::uint32_t family_at(std::uint32_t end) const {
    return end == 0 ? owners : keys[end - 1];
  }
};

// Families of members: those of nodes in the model's order, then those of
// edges, then the elements of each array that nodes index.
struct Vocabulary {
  std::uint32_t node_families = 0;
  std::uint32_t edge_families = 0;
  std::vector<NodeArray> arrays;
  std::vector<std::vector<Feature>> features;     // per family
  std::vector<std::vector<std::uint32_t>> ports;  // single ones; edges: none
  std::vector<std::int64_t> constants;            // of the model, ascending
  std::vector<std::int64_t> indices;  // of nodes that the model singles out
  std::vector<std::int64_t> strides;  // what is added to numbers, positive
  std::vector<Between> between;       // what edges are called by their nodes

  bool is_edge(std::uint32_t family) const {
    return family >= node_families && !is_element(family);
  }
  bool is_element(std::uint32_t family) const {
    return family >= node_families + edge_families;
  }
  const NodeArray& array(std::uint32_t family) const {
    return arrays[family - node_families - edge_families];
  }
  // The number in the model of a family of edges.
  std::uint32_t edge_family(std::uint32_t family) const {
    return family - node_families;
  }
};

// What stands before the name of what the member of this name shows: `m1.`
std::string prefix_of(const std::string& member, const Feature& feature);
// The same, then one of the feature's names: m1.q.len; flag[m1], where the name
// has a place for that of the node.
std::string name_at(const std::string& member, const Feature& feature,
                    const std::string& name);

// Of all types that every size of the model agrees on; the others are not
// spoken of. Indices are there if the model compares variables with them, or
// singles nodes out by them, as s[0] and index(x) == 0 do; sizes in the former
// case. What is added to an `int` of a process, as in level + 1, is a stride.
// O(sum of the slots of processes + expressions).
Vocabulary vocabulary_of(const network::Model& model);

enum class LiteralKind : std::uint8_t {
  value,      // a.x is `value`
  below,      // a.x < `value`
  among,      // a.x is one of the values whose bits are set in `value`
  refers,     // a.x is a reference to b
  equal,      // a.x == b.y + `value`
  less,       // a.x < b.y + `value`
  same,       // a == b; of edges, same(a, b)
  before,     // index(a) < index(b)
  same_edge,  // same(a.x, b.y): x, y are ports
  at,         // same(a.x, b): x is a port, b an edge
  in_set,     // exists e in a.x: same(e, b): x is a port set
  names,      // the element b is that of node a: x = 0; a is its index: x = 1,
              // x = 2 the second one
};

struct Literal {
  LiteralKind kind = LiteralKind::value;
  bool negated = false;
  std::uint8_t a = 0, b = 0;   // members
  std::uint32_t x = 0, y = 0;  // features, or ports
  std::int64_t value = 0;

  auto operator<=>(const Literal&) const = default;
};

// How a stands to b + more.
std::strong_ordering compare_beside(std::int64_t a, std::int64_t b,
                                    std::int64_t more);

// That they are two.
inline Literal different(std::uint8_t a, std::uint8_t b) {
  Literal out;
  out.kind = LiteralKind::same;
  out.negated = true;
  out.a = a;
  out.b = b;
  return out;
}

struct Cube {
  std::vector<std::uint32_t> members;  // their families, ascending
  std::vector<Literal> literals;       // sorted, each once

  auto operator<=>(const Cube&) const = default;
};

bool mentions(const Literal& literal, std::uint8_t member);

// Without members that no literal mentions, and elements of which nothing is
// said, the others renumbered; sorted.
Cube compact(Cube cube);

// Whether each literal of `weaker` is one of `stronger` if its members are
// named in some way: then what satisfies the one satisfies the other. Literals
// of `stronger` are sorted. For cubes of few members: at most O(members of
// stronger ^ members of weaker), mostly far less.
bool part_of(const Cube& weaker, const Cube& stronger);

// How much a cube says: members count twice, and so do ports that are the same,
// since of two lemmas that say as much otherwise the one without them speaks of
// nodes that are far from each other, too.
std::size_t weight(const Cube& cube);

// forall a, b in s: !(a.in && b.in)
std::string text(const network::Model& model, const Vocabulary& vocabulary,
                 const Cube& cube);

}  // namespace vicinal::fixpoint::inline lemmas
