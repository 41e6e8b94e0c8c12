// SPDX-License-Identifier: MIT
// The run ends in a state of the orbit that failed: what fails there is found
// anew.
#include "explore/temporal/failing_run.hpp"

#include <algorithm>
#include <deque>

#include "explore/search/failures.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline temporal {

using network::ModelError;
using network::Trace;

namespace {

// Over nodes that were expanded.
Graph::Path path_to(Graph& graph, std::uint32_t node) {
  constexpr std::uint32_t unseen = UINT32_MAX;
  std::vector<std::uint32_t> from(graph.size(), unseen);
  std::deque<std::uint32_t> open;
  for (const std::uint32_t n : graph.initial()) {
    from[n] = n;
    open.push_back(n);
  }
  while (!open.empty() && from[node] == unseen) {
    network::poll();
    const std::uint32_t n = open.front();
    open.pop_front();
    if (!graph.expanded(n)) continue;
    for (const Move& move : graph.moves(n)) {
      if (from[move.to] != unseen) continue;
      from[move.to] = n;
      open.push_back(move.to);
    }
  }
  Graph::Path path;
  for (std::uint32_t n = node;; n = from[n]) {
    path.nodes.push_back(n);
    if (from[n] == n) break;
  }
  std::ranges::reverse(path.nodes);
  path.by.assign(path.nodes.size(), not_fair);
  return path;
}

}  // namespace

std::optional<Trace> failing_run(const network::Instance& instance,
                                 Graph& graph, const std::vector<Atom>& atoms) {
  if (!graph.failure()) return std::nullopt;
  const Graph::Path path = path_to(graph, graph.failure()->node);
  Graph::Lifted run = graph.lift(graph.state(path.nodes.front()), path);
  std::vector<network::Scalar>& state = run.states.back();
  const network::Steps steps(instance);
  network::StepList list;
  steps.enabled(state.data(), list);
  if (!list.problems.empty()) {
    run.trace.error = list.problems.front().error;
    return std::move(run.trace);
  }
  for (const network::Step& step : list.steps) {
    std::vector<network::Scalar> after = state;
    try {
      steps.apply(list, step, after.data());
    } catch (const ModelError& e) {
      network::Event event = event_of(instance, list, step);
      event.error = e;
      run.trace.events.push_back(std::move(event));
      return std::move(run.trace);
    }
  }
  for (const Atom& atom : atoms) {
    std::vector<network::Scalar> frame = atom.frame;
    try {
      steps.evaluator().scalar(atom.condition,
                               {network::whole(instance, state.data()),
                                network::NodeId::none(), frame.data()});
    } catch (const ModelError& e) {
      run.trace.error = e;
      break;
    }
  }
  return std::move(run.trace);
}

}  // namespace vicinal::explore::inline temporal
