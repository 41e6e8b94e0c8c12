// SPDX-License-Identifier: MIT
// A model at given sizes: its network, the sizes of its types, and where each
// variable lies in a state.
//
// A state is a vector of scalars ("slots"): for each node its variables, then
// the values of all edges, then the shared variables.
//
//   | node 0: var 0, var 1 .. | node 1: .. | edge 0 | edge 1 | .. | shared .. |
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/graph/network.hpp"
#include "network/language/model.hpp"

namespace vicinal::network::inline semantics {

using Scalar = std::int64_t;

// Bounds of one slot; lowest > highest: no value. Slots of `int` have the
// bounds of 64 bits.
struct Bounds {
  Scalar low = 0;
  Scalar high = 0;

  bool operator==(const Bounds&) const = default;
};

// A type at this size.
struct TypeSize {
  std::uint32_t slots = 0;  // scalars of a value
  std::uint32_t size = 0;   // array, node_array, queue: length, capacity
  Bounds bounds;            // of a scalar type
};

// A family at this size: members are first .. first + count - 1, row-major.
struct FamilySize {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::vector<std::uint32_t> dimensions;  // empty: a single member
};

struct Instance {
  const Model* model = nullptr;
  std::vector<Scalar> parameters;  // per Model::parameters

  Network network;
  std::vector<FamilySize> node_families;  // per Model::node_families
  std::vector<FamilySize> edge_families;
  std::vector<NodeFamilyId> family_of;        // per node
  std::vector<EdgeFamilyId> edge_family_of;   // per edge
  std::vector<std::uint32_t> constant_begin;  // per node, into constants
  std::vector<Scalar> constants;              // of the nodes' processes
  std::vector<FamilySize> shared_sizes;       // per Model::shared; `first` is 0
  std::vector<TypeSize> types;  // per Model::types; those that depend
                                // on bound variables do not exist

  // Offsets of variables relative to their node's base, per process; the last
  // entry is the size of the process's part.
  std::vector<std::vector<std::uint32_t>> variable_offsets;
  std::vector<std::uint32_t> node_base;    // per node: first slot
  std::vector<std::uint32_t> edge_base;    // per edge
  std::vector<std::uint32_t> shared_base;  // per Model::shared
  std::vector<Bounds> slots;               // per slot of a state
  // Per slot: its fixed initial value; none: any that `inits` allow. Queues
  // start empty, all their slots fixed.
  std::vector<std::optional<Scalar>> initial;

  const Process& process(NodeId n) const {
    return (*model)[model->node_families[family_of[n.index()].index()].process];
  }
  ProcessId process_id(NodeId n) const {
    return model->node_families[family_of[n.index()].index()].process;
  }
  const TypeSize& size(TypeId t) const { return types[t.index()]; }
  std::uint32_t index_in_family(NodeId n) const {
    return n.value - node_families[family_of[n.index()].index()].first;
  }
  TypeId edge_type(EdgeId e) const {
    return model->edge_families[edge_family_of[e.index()].index()].type;
  }
  std::size_t slot_count() const { return slots.size(); }
};

// s[0], cell[1][2], hub; for a network from a file its own names.
std::string node_name(const Instance& instance, NodeId n);
std::string edge_name(const Instance& instance, EdgeId e);

// A shared variable, or an element of a shared array: turn, peg[2].
std::string shared_name(const Instance& instance, SharedId shared,
                        std::uint32_t index);

// A type at this size, as in the model: bool, 0..3, Phase, 0..3[2], id of s,
// queue bool[2]. Equal texts mean equal types at this size.
std::string type_text(const Instance& instance, TypeId type);

// A value as text: true, eating, 3, none, s[0] (a reference), {x: true, y: 3},
// [a, b], <a, b> (a queue, its head first).
std::string value_text(const Instance& instance, TypeId type,
                       std::span<const Scalar> value);

// A variable of a state, by name: s[0].phase, token[0], peg[2]. In the order
// of slots.
struct NamedPlace {
  std::string name;
  TypeId type;
  std::uint32_t slot = 0;
};
std::vector<NamedPlace> places(const Instance& instance);

// The type of each scalar of a value, in order: of a queue its length, whose
// type is that of the queue, and then the elements.
std::vector<TypeId> scalar_types(const Instance& instance, TypeId type);

// "n = 6, m = 2", and constants that a setting gave; empty without either.
std::string parameters_text(const Instance& instance);

// Puts default values (the least of each slot; zero for what is beyond the
// length of a queue) into `value`. The default of an element of a queue is
// what unused slots hold, so that equal queues are equal sequences.
void default_value(const Instance& instance, TypeId type,
                   std::span<Scalar> value);

// The number of slots an instance may have; beyond is V0509.
inline constexpr std::size_t max_slots = std::size_t{1} << 31;

}  // namespace vicinal::network::inline semantics
