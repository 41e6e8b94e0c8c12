// SPDX-License-Identifier: MIT
// The balance relation by which local invariants are reduced to
// representatives (LS 4.3).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fixpoint/initial.hpp"
#include "groupoid/balance.hpp"

namespace vicinal::fixpoint {

// A set of rows over `width` columns, sorted, without repetition.
struct StateSet {
  std::uint32_t width = 0;
  std::size_t rows = 0;
  std::vector<network::Scalar> values;  // row-major

  std::span<const network::Scalar> row(std::size_t i) const {
    return std::span(values).subspan(i * width, width);
  }
  bool operator==(const StateSet&) const = default;
};

// Sorts rows and removes repetitions.
StateSet sorted_set(std::uint32_t width, std::vector<network::Scalar> values,
                    std::size_t rows);

// A balance relation for which the assignment of processes is valid (LS
// Definition 3), so that by Theorems 4 and 5 the invariant of a node is that
// of its representative, columns renamed.
struct Reduction {
  const network::Instance* instance = nullptr;
  groupoid::Balance balance;
  // Why it is finer than the network's: what the processes or the initial
  // condition tell apart. Empty: it is not, as far as is known.
  std::vector<std::string> reasons;
  std::vector<StateSet> initial;  // I-tilde, per class
  // What the relation had to preserve besides the network: as in Assignment.
  bool symmetric = true;
  std::vector<std::uint32_t> node_labels, dart_labels;
  // Per class: no port has two edges, so that the order of ports is that of
  // columns.
  std::vector<bool> ordered;

  const groupoid::Partition& classes() const { return balance.nodes(); }

  // at[i]: which column of n's local states column i of the representative's
  // is. Empty: the same. Views are as view_slots has them.
  std::vector<std::uint32_t> columns(network::NodeId n) const;
};

// Thrown away states, renamed: a set of the representative's as one of n's.
StateSet renamed(const StateSet& set, const std::vector<std::uint32_t>& at);

// Projects the initial condition and computes the greatest valid balance
// relation that the library finds: what the form of the processes does not
// guarantee is refined away (see assignment.hpp), and initial projections are
// compared, row by row, refining until they agree. With `reduce` false, each
// node is related to itself only. Nothing, with `projected` saying why, if
// the initial condition has no solution or takes too long.
std::optional<Reduction> make_reduction(const network::Instance& instance,
                                        const network::Limits& limits,
                                        bool reduce, Projected& projected);

}  // namespace vicinal::fixpoint
