// SPDX-License-Identifier: MIT
// Permutations of the states of an instance: where the content of each slot
// goes, and what becomes of values that name nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::symmetry::inline maps {

inline constexpr std::uint32_t no_sort = UINT32_MAX;

// Sets of values that permutations may permute: the references to the nodes of
// a family, the constants of an enumeration.
struct Sort {
  network::Bounds bounds;
  network::NodeFamilyId family;  // references; `none` is the value -1
  network::EnumId enumeration;   // or these
  network::Scalar size() const { return bounds.high - bounds.low + 1; }
};

// The sorts of an instance, and which one the values of a slot are of.
struct Sorts {
  explicit Sorts(const network::Instance& instance);
  // Sorts of who finds permutations of other values.
  Sorts(std::vector<Sort> all, std::vector<std::uint32_t> sort_of_slot);

  std::vector<Sort> sorts;
  std::vector<std::uint32_t> of_slot;  // or no_sort
  std::vector<std::uint32_t> a_slot;   // per sort: one of it; none: UINT32_MAX
};

// The state with slot s at `slot[s]`, its value v, of sort t, changed to
// `value[t][v - low]`. Slots of one sort go to slots of one sort.
struct StateMap {
  std::vector<std::uint32_t> slot;
  std::vector<std::vector<network::Scalar>> value;  // per sort; empty: itself

  // Values out of the sort, which forms compare with, are not permuted.
  network::Scalar image(std::uint32_t sort, const Sorts& sorts,
                        network::Scalar v) const {
    if (sort == no_sort || value[sort].empty()) return v;
    const network::Bounds& bounds = sorts.sorts[sort].bounds;
    if (v < bounds.low || v > bounds.high) return v;
    return value[sort][static_cast<std::size_t>(v - bounds.low)];
  }
  // The sort that slots of this one go to.
  std::uint32_t sort_image(std::uint32_t sort, const Sorts& sorts) const {
    const std::uint32_t s = sorts.a_slot[sort];
    return s == UINT32_MAX ? sort : sorts.of_slot[slot[s]];
  }
  bool identity() const;
  bool operator==(const StateMap&) const = default;
};

// Permutations of nodes and of edges, and of the constants of enumerations
// (empty: none moves).
struct Renaming {
  std::vector<network::NodeId> node;
  std::vector<network::EdgeId> edge;
  std::vector<std::vector<network::Scalar>> constant;  // per enumeration
};

// What a renaming does to states: variables go with their nodes, values with
// their edges, elements of arrays by nodes with these, references to the new
// names. None: nodes of different processes or values of different types are
// exchanged, or a family that references or arrays speak of is not mapped to
// itself. O(slots).
std::optional<StateMap> state_map(const network::Instance& instance,
                                  const Sorts& sorts, const Renaming& renaming);

// `out` must not be `state`. O(slots).
void apply(const StateMap& map, const Sorts& sorts,
           std::span<const network::Scalar> state,
           std::span<network::Scalar> out);

StateMap inverse(const StateMap& map, const Sorts& sorts);
// First `first`, then `second`.
StateMap after(const StateMap& second, const StateMap& first,
               const Sorts& sorts);

}  // namespace vicinal::symmetry::inline maps
