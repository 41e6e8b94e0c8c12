// SPDX-License-Identifier: MIT
// Whether sets of local states are a local invariant: conditions (1) to (3) of
// LS 3.2, node by node, and nothing else.
//
//   (1) initial states of the network project into theta(n)
//   (2) steps of n from theta(n) lead into theta(n)
//   (3) steps of m, which points to n, do so from any two states of theta(m)
//       and theta(n) that agree on the edges that both touch
//
// No worklist, no classes and no orbits: a checker shares none of these with
// who computed the sets.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline carried {

// What breaks a condition at `node`: an initial state that is not in its set
// (there is no step), or a step after which its state is not.
struct Broken {
  network::NodeId node;
  std::vector<network::Scalar> state;  // that is not in the set
  std::optional<LocalStep> step;
};

struct Inductive {
  bool holds = false;
  std::optional<Broken> broken;  // why not, the first that was found
  // Steps that may fail, from states of the sets, one of each action; actions
  // that never fire.
  std::vector<LocalStep> errors;
  std::vector<std::pair<network::ProcessId, std::uint32_t>> unfired;
};

// `sets`: per node, over its columns (view_slots). `initial`: a reduction with
// Reduce::none, whose I-tilde is exact. Of models without guards, priorities,
// parameters or statements that look at other nodes (taken_on_quotient).
// Polls. O(steps from all sets, and for each edge between two nodes the states
// that agree there).
Inductive inductive(const Reduction& initial, std::span<const StateSet> sets);

}  // namespace vicinal::fixpoint::inline carried
