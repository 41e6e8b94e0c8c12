// SPDX-License-Identifier: MIT
// Moves lie in the order in which nodes were expanded; of several to the same
// node by the same action one is kept. A run along nodes is lifted by taking,
// at each state, a step to a state that the next node stands for. A loop of
// nodes comes back to its node, not to its state, and is gone around until it
// does: in each state it goes on in one way, so that it must.
#include "explore/temporal/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "explore/search/failures.hpp"
#include "explore/search/initial_states.hpp"

namespace vicinal::explore::inline temporal {

using network::NodeId;
using State = std::vector<network::Scalar>;

std::string_view text(Paths paths) {
  return paths == Paths::fair ? "fair" : "all";
}

std::optional<Paths> paths_of(std::string_view name) {
  for (const Paths paths : {Paths::fair, Paths::all}) {
    if (text(paths) == name) return paths;
  }
  return std::nullopt;
}

bool globally_fair(const network::Instance& instance, Paths paths) {
  return paths == Paths::fair &&
         std::ranges::any_of(instance.model->fairness,
                             &network::Fairness::global);
}

std::vector<FairAction> fair_actions(const network::Instance& instance,
                                     Paths paths) {
  std::vector<FairAction> result;
  if (paths == Paths::all || globally_fair(instance, paths)) return result;
  const auto add = [&](NodeId actor, std::uint32_t action, bool strong) {
    for (FairAction& f : result) {
      if (f.actor != actor || f.action != action) continue;
      f.strong = f.strong || strong;
      return;
    }
    result.push_back({actor, action, strong});
  };
  for (const network::Fairness& f : instance.model->fairness) {
    network::poll();
    if (!f.process.valid()) {
      add(NodeId::none(), f.item, f.strong);
      continue;
    }
    for (std::size_t n = 0; n < instance.network.node_count(); ++n) {
      network::poll();
      if (instance.process_id(NodeId(n)) == f.process) {
        add(NodeId(n), f.item, f.strong);
      }
    }
  }
  return result;
}

std::vector<FairAction> fair_actions_of(const network::Instance& instance,
                                        NodeId n, Paths paths) {
  std::vector<FairAction> result;
  const bool asked = paths == Paths::fair && !globally_fair(instance, paths);
  for (const network::Fairness& f : instance.model->fairness) {
    if (!asked || f.process != instance.process_id(n)) continue;
    const auto known = std::ranges::find(result, f.item, &FairAction::action);
    if (known == result.end()) {
      result.push_back({n, f.item, f.strong});
    } else {
      known->strong = known->strong || f.strong;
    }
  }
  return result;
}

FairNumbers::FairNumbers(const network::Instance& instance,
                         const std::vector<FairAction>& fair) {
  if (fair.empty()) return;
  const std::size_t nodes = instance.network.node_count();
  for (std::size_t n = 0; n <= nodes; ++n) {
    begin_.push_back(static_cast<std::uint32_t>(fair_.size()));
    const std::size_t actions = n < nodes
                                    ? instance.process(NodeId(n)).actions.size()
                                    : instance.model->rules.size();
    fair_.resize(fair_.size() + actions, not_fair);
  }
  for (std::size_t i = 0; i < fair.size(); ++i) {
    const NodeId actor = fair[i].actor;
    fair_[begin_[actor.valid() ? actor.index() : nodes] + fair[i].action] =
        static_cast<std::uint32_t>(i);
  }
}

std::uint32_t Graph::add_node() {
  if (size() == UINT32_MAX - 1) {
    throw network::LimitReached{network::Limit::memory};
  }
  labels_.resize(labels_.size() + label_words_, 0);
  first_.push_back(unexpanded);
  count_.push_back(0);
  return size() - 1;
}

void Graph::judge(std::uint32_t node, State& state) {
  network::poll(static_cast<std::int64_t>(atoms_.judged.size()) + 1);
  for (const std::uint32_t a : atoms_.judged) {
    try {
      if (atoms_.holds(a, state)) set(a, node);
    } catch (const network::ModelError& e) {
      fail({node, std::nullopt, e});
    }
  }
}

void Graph::look() {
  const network::Limit limit = budget_.look(size(), bytes());
  if (limit != network::Limit::none) throw network::LimitReached{limit};
}

// There may be far more than a run may store.
void Graph::begin(
    const std::function<std::uint32_t(std::span<const network::Scalar>)>&
        find) {
  std::uint64_t met = 0;
  const bool all = initial_states(instance_, budget_, [&](auto state) {
    const std::uint32_t before = size();
    const std::uint32_t node = find(state);
    if (node == before) initial_.push_back(node);
    if ((++met & 63) == 0) look();
    return true;
  });
  if (!all) throw network::LimitReached{budget_.clock()};
}

void Graph::expand_node(std::uint32_t node) {
  network::poll(64);
  // More often at first, so that few states are a limit, too.
  const std::uint64_t often = expanded_ < 1024 ? 15 : 1023;
  if ((++expanded_ & often) == 0) {
    look();
    budget_.progress([&](double) {
      return fmt::format("{} nodes, {} moves", size(), move_count());
    });
  }
  found_.clear();
  expand(node, found_);
  if (found_.empty()) found_.push_back({node, not_fair});
  const auto key = [](const Move& m) { return std::tuple(m.to, m.by); };
  std::ranges::sort(found_, {}, key);
  const auto twice = std::ranges::unique(found_, {}, key);
  found_.erase(twice.begin(), twice.end());
  first_[node] = moves_.size();
  count_[node] = static_cast<std::uint32_t>(found_.size());
  moves_.insert(moves_.end(), found_.begin(), found_.end());
}

// A step to the orbit; false: there is none.
bool Graph::follow(std::vector<network::Scalar>& state, std::uint32_t to,
                   std::uint32_t by, network::Trace& trace) {
  network::StepList list;
  steps_.enabled(state.data(), list);
  for (const network::Step& step : list.steps) {
    if (by != not_fair && fair_.of(step.actor, step.action) != by) continue;
    State after = state;
    try {
      steps_.apply(list, step, after.data());
    } catch (const network::ModelError&) {
      continue;
    }
    if (!stands_for(to, after)) continue;
    network::Event event = event_of(instance_, list, step);
    event.after = after;
    state = std::move(after);
    trace.events.push_back(std::move(event));
    return true;
  }
  return false;
}

Graph::Lifted Graph::lift(const State& from, const Path& path) {
  Lifted result;
  result.trace.initial = from;
  State state = from;
  result.states.push_back(state);
  std::map<State, std::size_t> rounds;  // where a round of the loop began
  const auto go = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last && !result.ends; ++i) {
      network::poll();
      if (follow(state, path.nodes[i + 1], path.by[i], result.trace)) {
        result.states.push_back(state);
      } else if (path.nodes[i + 1] == path.nodes[i]) {
        result.ends = true;
      } else {
        throw std::logic_error("Graph: no step leads to a node");
      }
    }
  };
  const std::size_t last = path.nodes.size() - 1;
  go(0, std::min(path.loop, last));
  if (path.loop == SIZE_MAX) return result;
  while (!result.ends) {
    const auto [at, fresh] =
        rounds.try_emplace(state, result.trace.events.size());
    if (!fresh) {
      result.loop = at->second;
      return result;
    }
    go(path.loop, last);
  }
  result.loop = result.trace.events.size();
  return result;
}

std::uint64_t Graph::bytes() const {
  return labels_.capacity() * 8 + first_.capacity() * 8 +
         count_.capacity() * 4 + moves_.capacity() * sizeof(Move);
}

}  // namespace vicinal::explore::inline temporal
