// SPDX-License-Identifier: MIT
// A state of an orbit stands for all of them: successors are canonized, so that
// a run along nodes is lifted by taking, at each state, the step that leads to
// the orbit of the next node. A loop of nodes comes back to its orbit, not to
// its state, and is gone around until it does: each round applies the same
// permutation, or one of finitely many.
#include "explore/temporal/state_graph.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "explore/search/failures.hpp"
#include "explore/search/initial_states.hpp"
#include "network/language/questions.hpp"

namespace vicinal::explore::inline temporal {

using network::ModelError;
using network::NodeId;
using network::Scalar;

StateGraph::StateGraph(const network::Instance& instance,
                       const std::vector<Atom>& atoms,
                       std::vector<std::uint32_t> judged,
                       const std::vector<FairAction>& fair,
                       const ModelSymmetry* symmetry,
                       const network::Budget& budget)
    : Graph(atoms.size(), budget),
      instance_(instance),
      atoms_(atoms),
      judged_(std::move(judged)),
      packing_(instance),
      steps_(instance),
      tables_(instance, packing_),
      table_(packing_.words()),
      integers_(network::has_integers(*instance.model)),
      packed_(packing_.words()),
      next_(packing_.words()),
      state_(instance.slot_count()),
      frame_(instance.model->frame) {
  if (symmetry != nullptr && !symmetry->trivial()) {
    canonize_.emplace(symmetry->canonical, *symmetry->sorts, packing_);
  }
  for (std::size_t n = 0; n <= instance.network.node_count(); ++n) {
    fair_begin_.push_back(static_cast<std::uint32_t>(fair_.size()));
    fair_.resize(
        fair_.size() + (n < instance.network.node_count()
                            ? instance.process(NodeId(n)).actions.size()
                            : instance.model->rules.size()),
        not_fair);
  }
  for (std::size_t i = 0; i < fair.size(); ++i) {
    const std::size_t of =
        fair[i].actor.valid() ? fair[i].actor.index() : fair_begin_.size() - 1;
    fair_[fair_begin_[of] + fair[i].action] = static_cast<std::uint32_t>(i);
  }
  const bool all = initial_states(instance, budget, [&](auto state) {
    packing_.pack(state, next_.data());
    const std::uint32_t before = size();
    const std::uint32_t node = find(next_.data());
    if (node == before) initial_.push_back(node);
    return true;
  });
  if (!all) throw network::LimitReached{budget.clock()};
}

std::uint32_t StateGraph::find(std::uint64_t* state) {
  if (canonize_) (*canonize_)(state);
  const auto [number, fresh] = table_.add(state);
  if (fresh) judge(add_node());
  return number;
}

// The atoms of a new node.
void StateGraph::judge(std::uint32_t node) {
  network::poll(static_cast<std::int64_t>(judged_.size()) + 1);
  packing_.unpack(table_[node].data(), state_);
  for (const std::uint32_t a : judged_) {
    std::ranges::copy(atoms_[a].frame, frame_.begin());
    try {
      if (steps_.evaluator().holds(atoms_[a].condition,
                                   {network::whole(instance_, state_.data()),
                                    NodeId::none(), frame_.data()})) {
        set(a, node);
      }
    } catch (const ModelError& e) {
      fail({node, std::nullopt, e});
    }
  }
}

std::uint32_t StateGraph::fair_number(NodeId actor,
                                      std::uint32_t action) const {
  const std::size_t of = actor.valid() ? actor.index() : fair_begin_.size() - 1;
  return fair_[fair_begin_[of] + action];
}

void StateGraph::expand(std::uint32_t node, std::vector<Move>& moves) {
  std::ranges::copy(table_[node], packed_.begin());
  if (!tables_.expand(packed_.data(), found_)) {
    return expand_slowly(node, moves);
  }
  // Of these it is not known whose they are.
  if (!found_.others.empty() && !fair_.empty()) {
    return expand_slowly(node, moves);
  }
  const std::uint64_t* other = found_.others.data();
  for (const std::uint32_t s : found_.steps) {
    std::uint32_t by = not_fair;
    if (s >= network::Successors::other) {
      std::copy_n(other, next_.size(), next_.begin());
      other += next_.size();
    } else {
      next_ = packed_;
      tables_.apply(s, next_.data());
      if (!fair_.empty()) {
        const auto step = tables_.acting(s);
        by = fair_number(step.actor, step.action);
      }
    }
    moves.push_back({find(next_.data()), by});
  }
}

void StateGraph::expand_slowly(std::uint32_t node, std::vector<Move>& moves) {
  State from(instance_.slot_count());
  packing_.unpack(table_[node].data(), from);
  steps_.enabled(from.data(), list_);
  for (const network::Problem& p : list_.problems) {
    fail({node, std::nullopt, p.error});
  }
  for (const network::Step& step : list_.steps) {
    after_ = from;
    try {
      steps_.apply(list_, step, after_.data());
    } catch (const ModelError& e) {
      if (integers_ && e.kind == network::ErrorKind::overflow) {
        overflow_ = true;
        continue;
      }
      network::Event event = event_of(instance_, list_, step);
      event.error = e;
      fail({node, std::move(event), e});
      continue;
    }
    packing_.pack(after_, next_.data());
    moves.push_back({find(next_.data()), fair_number(step.actor, step.action)});
  }
}

StateGraph::State StateGraph::state(std::uint32_t node) const {
  State state(instance_.slot_count());
  packing_.unpack(table_[node].data(), state);
  return state;
}

// Whether the state is one of those that the node stands for.
bool StateGraph::leads(const State& state, std::uint32_t node) {
  packing_.pack(state, next_.data());
  if (canonize_) (*canonize_)(next_.data());
  return std::ranges::equal(next_, table_[node]);
}

// A step to the orbit; false: there is none.
bool StateGraph::follow(State& state, std::uint32_t to, std::uint32_t by,
                        network::Trace& trace) {
  steps_.enabled(state.data(), list_);
  for (const network::Step& step : list_.steps) {
    if (by != not_fair && fair_number(step.actor, step.action) != by) continue;
    after_ = state;
    try {
      steps_.apply(list_, step, after_.data());
    } catch (const ModelError&) {
      continue;
    }
    if (!leads(after_, to)) continue;
    network::Event event = event_of(instance_, list_, step);
    event.after = after_;
    state = after_;
    trace.events.push_back(std::move(event));
    return true;
  }
  return false;
}

Graph::Lifted StateGraph::lift(const State& from, const Path& path) {
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
        throw std::logic_error("StateGraph: no step leads to a node");
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

std::uint64_t StateGraph::bytes() const {
  return Graph::bytes() + table_.bytes() + tables_.bytes();
}

}  // namespace vicinal::explore::inline temporal
