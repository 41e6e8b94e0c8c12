// SPDX-License-Identifier: MIT
// The wiring types of views of k nodes of a family, and the joins from which
// steps of other nodes reach a view (design 7.4).
//
// A type is found at tuples of samples. One set of local states stands for all
// tuples of the type, in all instances.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/family/tuple.hpp"
#include "fixpoint/views/state_set.hpp"

namespace vicinal::fixpoint::inline family {

// A reference in a local state says which node of the view it names, by
// position, or none, or some other node: that is the number of nodes.
inline constexpr network::Scalar no_node = -1;

// Another order of a type's nodes under which it reads the same.
struct Symmetry {
  std::vector<std::uint32_t> columns;  // column c shows what columns[c] did
  std::vector<std::uint32_t> nodes;    // position p is now at nodes[p]
};

struct ViewType {
  Key key;             // the least of all orders of its nodes
  bool whole = false;  // these are all nodes of the instance: fewer than k
  Tuple first;         // where it was met first
  Layout layout;       // of `first`
  std::vector<Symmetry> symmetries;  // without the identity
  std::uint32_t orders = 1;          // ordered types that it stands for
  fixpoint::StateSet initial;        // I-tilde, over all samples
};

// A view inside a join.
struct Part {
  std::uint32_t type = 0;
  std::vector<std::uint32_t> nodes;    // of the type: positions in the join
  std::vector<std::uint32_t> columns;  // of the type: columns of the join
};

// A view of k nodes and, after them, nodes whose steps may change it: who
// acts, and whom the step touches besides.
struct Join {
  Tuple tuple;
  Layout layout;
  std::vector<Part> parts;  // all views of k nodes among them
  std::uint32_t view = 0;   // number of nodes of the view
};

// Which type a tuple of k nodes has: its nodes in the order of the type.
struct Located {
  std::uint32_t type = 0;
  std::vector<std::uint32_t> order;  // positions of the tuple
};

struct TypeSystem {
  Samples samples;
  std::vector<Atom> atoms;
  std::uint32_t k = 1;
  std::vector<ViewType> types;
  std::vector<Join> joins;
  std::map<Key, std::uint32_t> numbers;  // of types
  // Samples without initial states, by number; they have no types.
  std::vector<std::uint32_t> without_states;
  std::uint64_t ordered_types = 0;

  // None: a type that no sample shows.
  std::optional<Located> locate(const Tuple& tuple) const;
  // Per parameter, the greatest size at which a type was met first: where every
  // tuple of k nodes has a type, those of instances up to there stand for those
  // of all (Namjoshi and Trefler, "Parameterized compositional model checking",
  // TACAS 2016). Empty: no types, or no parameters.
  std::vector<network::Scalar> representative_sizes() const;
};

// The columns of a tuple in a state of its sample, references by position.
std::vector<network::Scalar> local_state(
    const Tuple& tuple, std::span<const network::Scalar> state);

// A state of a type as it reads under another order of its nodes.
std::vector<network::Scalar> moved(const ViewType& type, const Symmetry& s,
                                   std::span<const network::Scalar> row);

// None: initial conditions could not be projected within the limits. A type
// of data that depends on the size is named in `refused`.
//
// Samples are taken until larger ones show nothing new; `sizes` are looked at
// besides.
std::optional<TypeSystem> type_system(
    const network::Model& model, const Scope& scope, std::uint32_t k,
    const std::vector<std::vector<network::Scalar>>& sizes,
    const network::Limits& limits, std::string& refused);

}  // namespace vicinal::fixpoint::inline family
