// SPDX-License-Identifier: MIT
// A state of an orbit stands for all of them: successors are canonized.
#include "explore/temporal/state_graph.hpp"

#include <algorithm>

#include "explore/search/failures.hpp"
#include "network/language/questions.hpp"

namespace vicinal::explore::inline temporal {

using network::ModelError;
using network::NodeId;
using network::Scalar;

StateGraph::StateGraph(const network::Instance& instance, Atoms atoms,
                       const std::vector<FairAction>& fair,
                       const ModelSymmetry* symmetry, network::Budget& budget)
    : Graph(instance, std::move(atoms), fair, budget),
      packing_(instance),
      tables_(instance, packing_),
      table_(packing_.words()),
      packed_(packing_.words()),
      next_(packing_.words()),
      state_(instance.slot_count()) {
  if (symmetry != nullptr && !symmetry->trivial()) {
    canonize_.emplace(symmetry->canonical, *symmetry->sorts, packing_);
  }
  begin([&](std::span<const Scalar> state) {
    packing_.pack(state, next_.data());
    return find(next_.data());
  });
}

std::uint32_t StateGraph::find(std::uint64_t* state) {
  if (canonize_) (*canonize_)(state);
  const auto [number, fresh] = table_.add(state);
  if (fresh) {
    add_node();
    packing_.unpack(table_[number].data(), state_);
    judge(number, state_);
  }
  return number;
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
        by = fair_.of(step.actor, step.action);
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
      network::Event event = event_of(instance_, list_, step);
      event.error = e;
      fail({node, std::move(event), e});
      continue;
    }
    packing_.pack(after_, next_.data());
    moves.push_back({find(next_.data()), fair_.of(step.actor, step.action)});
  }
}

StateGraph::State StateGraph::state(std::uint32_t node) const {
  State state(instance_.slot_count());
  packing_.unpack(table_[node].data(), state);
  return state;
}

std::uint32_t StateGraph::node_of(const State& state) {
  packing_.pack(state, next_.data());
  return find(next_.data());
}

bool StateGraph::stands_for(std::uint32_t node, const State& state) {
  packing_.pack(state, next_.data());
  if (canonize_) (*canonize_)(next_.data());
  return std::ranges::equal(next_, table_[node]);
}

std::uint64_t StateGraph::bytes() const {
  return Graph::bytes() + table_.bytes() + tables_.bytes();
}

}  // namespace vicinal::explore::inline temporal
