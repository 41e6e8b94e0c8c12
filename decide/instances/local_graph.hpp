// SPDX-License-Identifier: MIT
// The local system of a node as a graph that formulas are checked on. Not for
// use outside of decide/instances/.
//
// States are rows of the node's view, and not states of the instance. A path is
// lifted to these; an event without an actor is one that the node does not see.
#pragma once

#include <map>
#include <vector>

#include "explore/temporal/graph.hpp"
#include "fixpoint/single/local_system.hpp"

namespace vicinal::decide::inline instances {

class LocalGraph : public explore::Graph {
 public:
  using State = std::vector<network::Scalar>;
  // Per atom: the states in which it holds.
  using Holds = std::map<std::uint32_t, std::vector<bool>>;

  // All must outlive it. `by`: per label the fair action that it is, or
  // not_fair; numbers of atoms are below `atoms`. O(states * atoms).
  LocalGraph(const network::Instance& instance,
             const fixpoint::LocalSystem& system,
             const std::vector<explore::FairAction>& fair,
             const std::vector<std::uint32_t>& by, std::uint32_t atoms,
             const Holds& holds, network::Budget& budget);

  State state(std::uint32_t node) const override;
  bool stands_for(std::uint32_t node, const State& state) override {
    return this->state(node) == state;
  }
  std::uint32_t node_of(const State& state) override;
  Lifted lift(const State& from, const Path& path) override;

 protected:
  void expand(std::uint32_t node, std::vector<explore::Move>& moves) override;

 private:
  const fixpoint::LocalSystem& system_;
  const std::vector<std::uint32_t>& by_;
};

}  // namespace vicinal::decide::inline instances
