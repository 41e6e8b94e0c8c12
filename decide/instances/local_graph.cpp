// SPDX-License-Identifier: MIT
// Nodes of the graph and states are one thing here, so that a path is lifted by
// writing it down, and a loop of nodes is one of states.
#include "decide/instances/local_graph.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace vicinal::decide::inline instances {

LocalGraph::LocalGraph(const network::Instance& instance,
                       const fixpoint::LocalSystem& system,
                       const std::vector<explore::FairAction>& fair,
                       const std::vector<std::uint32_t>& by,
                       std::uint32_t atoms, const Holds& holds,
                       network::Budget& budget)
    : Graph(instance, {atoms, {}, {}}, fair, budget), system_(system), by_(by) {
  for (std::uint32_t n = 0; n < system.states->rows; ++n) {
    network::poll();
    add_node();
    for (const auto& [atom, where] : holds) {
      if (where[n]) set(atom, n);
    }
  }
  initial_ = system.initial;
}

LocalGraph::State LocalGraph::state(std::uint32_t node) const {
  const auto row = system_.states->row(node);
  return {row.begin(), row.end()};
}

std::uint32_t LocalGraph::node_of(const State& state) {
  for (std::uint32_t n = 0; n < system_.states->rows; ++n) {
    network::poll();
    if (std::ranges::equal(system_.states->row(n), state)) return n;
  }
  throw std::logic_error("LocalGraph: no node has this state");
}

void LocalGraph::expand(std::uint32_t node, std::vector<explore::Move>& moves) {
  for (const auto& m : system_.moves[node]) {
    moves.push_back({m.to, by_[m.label]});
  }
}

explore::Graph::Lifted LocalGraph::lift(const State& from, const Path& path) {
  Lifted result;
  result.trace.initial = from;
  result.states.push_back(from);
  result.loop = path.loop;
  for (std::size_t i = 0; i + 1 < path.nodes.size(); ++i) {
    network::poll();
    const auto& moves = system_.moves[path.nodes[i]];
    const auto at = std::ranges::find_if(moves, [&](const auto& m) {
      return m.to == path.nodes[i + 1] && by_[m.label] == path.by[i];
    });
    if (at == moves.end()) {
      throw std::logic_error("LocalGraph: no move leads to a node");
    }
    const auto& label = system_.labels[at->label];
    network::Event event{label.actor, label.action, label.binding, {}, {}};
    event.after = state(at->to);
    result.states.push_back(event.after);
    result.trace.events.push_back(std::move(event));
  }
  return result;
}

}  // namespace vicinal::decide::inline instances
