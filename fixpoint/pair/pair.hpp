// SPDX-License-Identifier: MIT
// The strongest pair invariant (LS 3.2, equations (6)-(11)) in the form of
// design 7.3: for every pair {m, n} of different nodes a set theta over V_m
// and V_n, the least solution of
//
//   (6)       initial states project into theta(m, n)
//   (7), (8)  steps of m and of n stay in theta(m, n)
//   (9)       steps of every k in pt(m, n) stay in it, from those joint states
//             of m, n and k that theta(m, n), theta(m, k) and theta(n, k) allow
//
// where the paper has the conjunction over all pairs in (7)-(9). That is a
// larger set on the left, so that what comes out is an invariant, too.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fixpoint/pair/pair_system.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline pair {

struct PairInvariant {
  std::shared_ptr<const PairSystem> system;
  std::vector<std::shared_ptr<const StateSet>> sets;  // per type
  network::Limit limit = network::Limit::none;        // none: theta is complete
  std::vector<LocalStep> errors;                      // as in SingleInvariant
  std::vector<std::pair<network::ProcessId, std::uint32_t>> unfired;
  std::uint64_t local_states = 0;
  std::uint64_t local_steps = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
  std::uint64_t peak_bytes = 0;

  // theta of a pair of different nodes: columns are slots of a state.
  LocalStates theta(network::NodeId a, network::NodeId b) const;
};

// Computes theta, on classes of pairs unless the mode says otherwise, or the
// model has rules, which have to be taken (meetings_of, which finds
// `meetings`): then pair by pair. A model with fewer than two nodes has no
// pairs, and nothing can be concluded from this. None: the initial condition
// has no solution, or pairs cannot be told apart within the limits.
std::optional<PairInvariant> pair_invariant(
    const network::Instance& instance,
    std::shared_ptr<const Reduction> reduction, PairMode mode,
    const network::Limits& limits,
    std::shared_ptr<const Meetings> meetings = nullptr);

}  // namespace vicinal::fixpoint::inline pair
