// SPDX-License-Identifier: MIT
// What one node sees of the runs of its network, as a transition system over
// theta (after Namjoshi and Trefler, "Symmetry Reduction for the Local
// Mu-Calculus", TACAS 2018).
//
//   states     theta(n)
//   initial    I-tilde(n), equation (1)
//   moves      steps of n; what steps of nodes that point to n make of its
//              edges, from joint states that theta allows, equation (4); and
//              from every state one that leads nowhere else, for whatever n
//              does not see, and for a network that has come to its end
//
// A run of the network, seen from n, is a run of this system: its states are in
// theta(n), and each of its steps is one of these three. The converse does not
// hold. So what is true of all runs of the system is true of what n sees of
// every run, and by LS Theorem 4 so it is at every node of its class, with
// columns renamed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fixpoint/single/channels.hpp"
#include "fixpoint/single/single.hpp"
#include "fixpoint/steps/local_steps.hpp"
#include "fixpoint/views/view.hpp"
#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline single {

struct LocalSystem {
  network::NodeId node;                    // a representative
  std::shared_ptr<const StateSet> states;  // theta(node), numbered by its rows
  std::vector<std::uint32_t> initial;      // ascending

  // Who makes a move. The first of all is `elsewhere`: nobody in sight.
  struct Label {
    network::NodeId actor;  // the node, or one that points to it; none
    std::uint32_t action = 0;
    std::vector<network::Scalar> binding;
  };
  static constexpr std::uint32_t elsewhere = 0;
  std::vector<Label> labels;
  // Of several steps of neighbours between two states one is kept, and of the
  // node's own one of each action.
  struct Move {
    std::uint32_t to = 0, label = elsewhere;
  };
  std::vector<std::vector<Move>> moves;  // per state
};

class LocalSystems {
 public:
  // Of a complete invariant of a model without rules, on its network. It and
  // the budget must outlive this.
  LocalSystems(const SingleInvariant& invariant, network::Budget& budget);

  // More states of a node are not listed: the hub of a star with twenty edges
  // has them, its spokes do not.
  static constexpr std::uint64_t most_states = 1 << 20;

  // That of the representative of a class. None: its states are too many.
  // O(states of the class, all listed, and of those that point to it, one of
  // each orbit but for the edges that both touch * their steps, and where
  // guards look further, pairs of these). Throws LimitReached.
  std::optional<LocalSystem> of(std::uint32_t c);

 private:
  const SingleInvariant& invariant_;
  network::Budget& budget_;
  Channels channels_;
  LocalSteps steps_;
  View joined_;
};

}  // namespace vicinal::fixpoint::inline single
