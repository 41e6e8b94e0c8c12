// SPDX-License-Identifier: MIT
// The explorer says which states there are, and the interpreter which steps
// they have: the explorer keeps none. No instance gets more than half of the
// states, so that one that is large leaves something for the others.
#include "decide/ranks/small_graphs.hpp"

#include <map>
#include <utility>

#include "explore/search/explorer.hpp"
#include "network/elaboration/elaborate.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::decide::inline ranks {

using network::Instance;
using network::Scalar;

namespace {

constexpr std::size_t most_instances = 8;
constexpr std::size_t most_nodes = 8;
constexpr std::size_t most_scalars = 200;  // of a state

class Graphed {
 public:
  explicit Graphed(const Instance& instance)
      : instance_(instance), steps_(instance) {}

  // False: nothing satisfies the initial condition.
  bool run(const Allowance& allowance, std::uint64_t states);
  SmallGraph take() { return std::move(out_); }

 private:
  std::uint32_t number(const std::vector<Scalar>& state);
  void steps_of(std::uint32_t from);

  const Instance& instance_;
  network::Steps steps_;
  network::StepList list_;
  std::map<std::vector<Scalar>, std::uint32_t> numbers_;
  SmallGraph out_;
};

std::uint32_t Graphed::number(const std::vector<Scalar>& state) {
  const auto next = static_cast<std::uint32_t>(out_.states.size());
  const auto [at, fresh] = numbers_.try_emplace(state, next);
  if (fresh) out_.states.push_back(state);
  return at->second;
}

void Graphed::steps_of(std::uint32_t from) {
  std::vector<Scalar> state = out_.states[from];
  steps_.enabled(state.data(), list_);
  for (const network::Step& step : list_.steps) {
    network::poll(16);
    state = out_.states[from];
    try {
      steps_.apply(list_, step, state.data());
    } catch (const network::ModelError&) {
      continue;
    }
    out_.steps.push_back({from, number(state), step.actor, step.action});
  }
}

bool Graphed::run(const Allowance& allowance, std::uint64_t states) {
  explore::Options how;
  how.model_errors = false;
  how.limits = allowance.left(states);
  how.each_state = [&](std::span<const Scalar> state) {
    number({state.begin(), state.end()});
  };
  const auto found = explore::explore(instance_, how);
  if (found.unsatisfiable || out_.states.empty()) return false;
  out_.parameters = instance_.parameters;
  out_.initial =
      std::min<std::size_t>(found.initial_states, out_.states.size());
  out_.explored = out_.states.size();
  for (std::uint32_t s = 0; s < out_.explored; ++s) steps_of(s);
  return true;
}

}  // namespace

std::vector<SmallGraph> small_graphs(const network::Model& model,
                                     const fixpoint::Scope& scope,
                                     const Allowance& allowance,
                                     std::uint64_t states) {
  std::vector<SmallGraph> out;
  fixpoint::Samples samples;
  samples.model = &model;
  fixpoint::Growth growth(model, scope, most_nodes, 1);
  std::uint64_t left = states;
  for (std::size_t next = 0; out.size() < most_instances && left > 0; ++next) {
    while (next == samples.all.size()) {
      if (!growth.more(samples)) return out;
    }
    const Instance& instance = samples.all[next]->instance;
    if (instance.slot_count() > most_scalars) return out;
    // One that is cut short says less than a smaller one that is whole.
    Graphed graph(instance);
    if (!graph.run(allowance, std::min(left, states / 2))) continue;
    out.push_back(graph.take());
    out.back().graph = samples.all[next]->graph;
    left -= std::min<std::uint64_t>(left, out.back().explored);
  }
  return out;
}

std::optional<Instance> instance_again(const network::Model& model,
                                       const SmallGraph& graph) {
  network::Diagnostics ignored(model.source);
  return network::elaborate(model, graph.parameters, ignored,
                            graph.graph ? &*graph.graph : nullptr);
}

}  // namespace vicinal::decide::inline ranks
