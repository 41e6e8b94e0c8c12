// SPDX-License-Identifier: MIT
// A cube: literals about a few members, which are nodes or edges; of nodes also
// about the edges at their single ports. The lemma that it stands for says that
// no members of an instance satisfy it:
//
//   forall a, b in s: !(a != b && same(a.right, b.left) && a.in && b.in)
//   forall a in s, c in channel: !(a.in && c)
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
    index,
    parameter
  };

  std::string name;  // phase, left, q[0], left.kind, q.len; of an edge .kind
  Where where = Where::variable;
  std::uint32_t item = 0;  // variable or port of the process; SharedId; ParamId
  std::uint32_t slot = 0;  // of its value
  network::TypeId type;    // none: the length of a queue, an index, a size
  bool indexing = false;   // a number that is compared with indices or sizes
  bool element = false;    // of `queue`, at `position`
  std::string queue;
  std::uint32_t position = 0;
};

// Families of members: those of nodes in the model's order, then those of
// edges.
struct Vocabulary {
  std::uint32_t node_families = 0;
  std::vector<std::vector<Feature>> features;     // per family
  std::vector<std::vector<std::uint32_t>> ports;  // single ones; edges: none
  std::vector<std::int64_t> constants;            // of the model, ascending
  std::vector<Between> between;  // what edges are called by their nodes

  bool is_edge(std::uint32_t family) const { return family >= node_families; }
  // The number in the model of a family of edges.
  std::uint32_t edge_family(std::uint32_t family) const {
    return family - node_families;
  }
};

// What stands before the name of what the member of this name shows: `m1.`
std::string prefix_of(const std::string& member, const Feature& feature);

// Of all types that every size of the model agrees on; the others are not
// spoken of. Indices and sizes are there if the model compares variables with
// them. O(sum of the slots of processes + expressions).
Vocabulary vocabulary_of(const network::Model& model);

enum class LiteralKind : std::uint8_t {
  value,      // a.x is `value`
  below,      // a.x < `value`
  among,      // a.x is one of the values whose bits are set in `value`
  refers,     // a.x is a reference to b
  equal,      // a.x == b.y
  less,       // a.x < b.y
  same,       // a == b; of edges, same(a, b)
  before,     // index(a) < index(b)
  same_edge,  // same(a.x, b.y): x, y are ports
  at,         // same(a.x, b): x is a port, b an edge
  in_set,     // exists e in a.x: same(e, b): x is a port set
};

struct Literal {
  LiteralKind kind = LiteralKind::value;
  bool negated = false;
  std::uint8_t a = 0, b = 0;   // members
  std::uint32_t x = 0, y = 0;  // features, or ports
  std::int64_t value = 0;

  auto operator<=>(const Literal&) const = default;
};

struct Cube {
  std::vector<std::uint32_t> members;  // their families, ascending
  std::vector<Literal> literals;       // sorted, each once

  auto operator<=>(const Cube&) const = default;
};

bool mentions(const Literal& literal, std::uint8_t member);

// Without members that no literal mentions, the others renumbered; sorted.
Cube compact(Cube cube);

// Whether each literal of `weaker` is one of `stronger` if its members are
// named in some way: then what satisfies the one satisfies the other. For
// cubes of few members: O(members of stronger ^ members of weaker).
bool part_of(const Cube& weaker, const Cube& stronger);

// forall a, b in s: !(a.in && b.in)
std::string text(const network::Model& model, const Vocabulary& vocabulary,
                 const Cube& cube);

}  // namespace vicinal::fixpoint::inline lemmas
