// SPDX-License-Identifier: MIT
// Some of the annotated states of a search, to look at: what each stands for,
// and one that another one subsumes (LZ sections 3 and 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explore/lazy/annotated.hpp"

namespace vicinal::explore::inline lazy {

struct AnnotatedState {
  std::vector<network::Scalar> state;
  // Of the annotation, those with two and more nodes; ascending.
  std::vector<std::vector<network::NodeId>> cells;
  // How many states it represents: itself, and what permutations within the
  // cells make of it. Exact below 10^12; beyond
  // what a double holds, infinite.
  double represents = 1;
};

struct LazySample {
  struct Shown {
    AnnotatedState annotated;
    std::vector<std::vector<network::Scalar>> states;  // the first of these
  };
  static constexpr std::size_t most_shown = 3, most_states = 6;
  // Each with another annotation, those that represent most first.
  std::vector<Shown> shown;
  // A state that was found, and not stored, or stored and not expanded, since
  // another one represents all that it does, and more.
  struct Subsumed {
    AnnotatedState state, by;
  };
  std::optional<Subsumed> subsumed;
};

// How many states have these local states in each cell. O(processes).
double represented(RowView row, const Members& cells);

// A canonical state that was not stored, and the one that subsumes it.
struct Subsumption {
  Row row;
  Reached::State state;
  std::uint32_t by = 0;
};
// None: the one represents no more than the other.
std::optional<Subsumption> subsumption(RowView row, const Reached::State& state,
                                       std::uint32_t by, const Reached& reached,
                                       const Partitions& partitions);

// Of the states that were reached. Without a subsumption that was seen before,
// one is looked for among states that were stored.
struct Sampled {
  const Reached& reached;
  const Partitions& partitions;
  const Locals& locals;
  const Processes& processes;
  std::size_t slots = 0;  // of a state
};
LazySample sample_of(const Sampled& sampled,
                     const std::optional<Subsumption>& seen);

}  // namespace vicinal::explore::inline lazy
