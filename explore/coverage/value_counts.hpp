// SPDX-License-Identifier: MIT
// Which values the variables of a model have.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::explore::inline coverage {

// A variable of a process, a family of edges, a shared variable; of an array
// all elements together, of a structure each field by itself.
struct ValueCount {
  std::string name;  // Station.phase, token, shared peg[].kind
  network::TypeId type;
  network::Span declared;       // where
  network::EdgeFamilyId edges;  // whose value it is; else none
  bool shared = false;
  // There are places that local states do not show. Never in whole states.
  bool partly = false;
  network::Bounds bounds;
  // Of each value of `bounds`, from the lowest on, in how many places of how
  // many states it was; empty: there are too many, and only these two are kept.
  std::vector<std::uint64_t> counts;
  std::optional<network::Scalar> least, greatest;

  void add(const ValueCount& others);
  // The same of another instance, where the bounds may be others.
  void join(const ValueCount& others);
  bool never(network::Scalar value) const {
    return !partly && !counts.empty() &&
           counts[static_cast<std::size_t>(value - bounds.low)] == 0;
  }
};

// More values are not counted one by one.
inline constexpr network::Scalar most_values = 64;

class ValuePlaces {
 public:
  // `variables`: of each declaration, in their order, nothing counted yet. What
  // no place of the instance has (an array of no elements) is not there.
  // O(slots of the instance).
  ValuePlaces(const network::Instance& instance,
              std::vector<ValueCount>& variables);

  // Counts in what was made with the places, or a copy of it. O(slots).
  void see(std::span<const network::Scalar> state,
           std::vector<ValueCount>& variables) const;
  // Those whose slot is known (not 0): a local state.
  void see(std::span<const network::Scalar> state,
           std::span<const std::uint8_t> known,
           std::vector<ValueCount>& variables) const;

 private:
  struct Place {
    std::uint32_t slot = 0;
    std::uint32_t variable = 0;
    // Of an element of a queue: it counts if the queue is longer than `index`.
    std::uint32_t queue = UINT32_MAX;
    std::uint32_t index = 0;
  };
  struct Declared {
    std::string name;
    network::Span span;
    network::EdgeFamilyId edges = {};
    bool shared = false;
  };
  static void see(const Place& place, std::span<const network::Scalar> state,
                  std::vector<ValueCount>& variables);
  void add(const Declared& declared, network::TypeId type, Place place);
  void add_parts(const Declared& declared, network::TypeId type, Place place);
  std::uint32_t variable(const Declared& declared, network::TypeId type);

  const network::Instance& instance_;
  std::vector<ValueCount>* variables_;  // while they are made
  std::vector<Place> places_;
};

}  // namespace vicinal::explore::inline coverage
