// SPDX-License-Identifier: MIT
// The balance relation by which local invariants are reduced to
// representatives (LS 4.3).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fixpoint/initial/initial.hpp"
#include "fixpoint/orbits/orbits.hpp"
#include "fixpoint/views/state_set.hpp"
#include "groupoid/balance_relation/balance.hpp"

namespace vicinal::fixpoint::inline reduction {

// How much symmetry is used: each node by itself; representatives of classes;
// and, of the states of a representative, one per orbit of its vertex group
// (design 7.5).
enum class Reduce : std::uint8_t { none, classes, orbits };

// A balance relation for which the assignment of processes is valid (LS
// Definition 3), so that by Theorems 4 and 5 the invariant of a node is that
// of its representative, columns renamed.
struct Reduction {
  const network::Instance* instance = nullptr;
  groupoid::Balance balance;
  // Why it is finer than the network's: what the processes or the initial
  // condition tell apart. Empty: it is not, as far as is known.
  std::vector<std::string> reasons;
  // Nodes that were in one class until their I-tilde was looked at.
  std::vector<std::pair<network::NodeId, network::NodeId>> initial_splits;
  // I-tilde, per class: by orbits where the class has them, else as rows.
  std::vector<StateSet> initial;
  std::vector<OrbitSet> initial_orbits;
  // Per class: the vertex group of its representative, if its states are kept
  // by orbits; else null (it moves no row, its elements are listed one by one,
  // or the initial states cannot be told by orbits).
  std::vector<std::shared_ptr<const Orbits>> orbits;
  // Per class: no port has two edges, so that the order of ports is that of
  // columns.
  std::vector<bool> ordered;
  bool used = true;  // false: Reduce::none, each node by itself
  // What the relation had to preserve besides the network: as in Assignment.
  bool symmetric = true;
  std::vector<std::uint32_t> node_labels, dart_labels;

  const groupoid::Partition& classes() const { return balance.nodes(); }

  // at[i]: which column of n's local states column i of the representative's
  // is. Empty: the same. Views are as view_slots has them.
  std::vector<std::uint32_t> columns(network::NodeId n) const;
  // The same for darts, by their position among those of a node.
  Darts darts(network::NodeId n) const;
};

// Projects the initial condition and computes the greatest valid balance
// relation that the library finds: what the form of the processes does not
// guarantee is refined away (see assignment.hpp), and initial projections are
// compared, refining until they agree. Nothing, with `projected` saying why, if
// the initial condition has no solution or takes too long.
std::optional<Reduction> make_reduction(const network::Instance& instance,
                                        const network::Limits& limits,
                                        Reduce reduce, Projected& projected);

}  // namespace vicinal::fixpoint::inline reduction
