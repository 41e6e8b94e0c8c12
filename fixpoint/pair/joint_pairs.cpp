// SPDX-License-Identifier: MIT
// A new state of a pair joins with others node by node: of each node to come, a
// state of the pair that it makes with the first one, from a list by what the
// first one sees; all other pairs are looked up. The last state of a choice to
// be seen finds the others there, since they are put on the lists when they are
// seen.
#include "fixpoint/pair/joint_pairs.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline pair {

using network::ModelError;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::size_t most_entries = 2'000'000;
constexpr std::uint64_t most_choices = 5'000'000;

}  // namespace

JointPairs::JointPairs(const PairSystem& system,
                       std::shared_ptr<const Meetings> meetings,
                       const Tuples& states,
                       const std::vector<std::uint32_t>& rounds,
                       Findings& findings)
    : system_(system),
      meetings_(std::move(meetings)),
      states_(states),
      rounds_(rounds),
      findings_(findings),
      steps_(*system.instance, findings),
      view_(*system.instance),
      nodes_(system.instance->network.node_count()),
      types_(nodes_ * nodes_),
      joins_of_(system.types.size()),
      values_(system.instance->slot_count()),
      after_(values_),
      shown_(values_.size()) {
  for (std::uint32_t t = 0; t < system.types.size(); ++t) {
    const auto& [m, n, slots, members, initial] = system.types[t];
    types_[m.index() * nodes_ + n.index()] = t;
    types_[n.index() * nodes_ + m.index()] = t;
  }
  for (std::size_t n = 0; n < nodes_; ++n) {
    seen_.push_back(view_slots(*system.instance, NodeId(n)));
  }
  for (const Meeting& meeting : meetings_->all()) find_joins(meeting);
}

// ---- who is looked at together ----------------------------------------------

void JointPairs::find_joins(const Meeting& meeting) {
  const auto& nodes = meeting.nodes;
  const auto touched = [&](NodeId n) {
    return std::ranges::any_of(seen_[n.index()], [&](std::uint32_t slot) {
      return std::ranges::binary_search(meeting.touched, slot);
    });
  };
  const bool alone = nodes.size() == 1;
  if (!alone) join(meeting, {}, true);
  std::vector<NodeId> others, onlookers;
  for (std::size_t n = 0; n < nodes_; ++n) {
    if (std::ranges::find(nodes, NodeId(n)) != nodes.end()) continue;
    others.emplace_back(n);
    if (touched(NodeId(n))) onlookers.emplace_back(n);
  }
  for (const NodeId x : others) join(meeting, {x}, alone);
  for (const NodeId x : onlookers) {
    for (const NodeId y : others) {
      const bool both = std::ranges::find(onlookers, y) != onlookers.end();
      if (x != y && (!both || x < y)) join(meeting, {x, y}, false);
    }
  }
}

// Targets are the pairs that no smaller choice of nodes has; without any the
// nodes need not be looked at, unless nobody else finds that the rule fires.
void JointPairs::join(const Meeting& meeting, std::vector<NodeId> others,
                      bool needed) {
  network::poll();
  Join made{&meeting, meeting.nodes, {}};
  made.nodes.insert(made.nodes.end(), others.begin(), others.end());
  std::vector<std::uint32_t> types;
  for (std::size_t i = 0; i < made.nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::uint32_t t = type_of(made.nodes[j], made.nodes[i]);
      types.push_back(t);
      const bool has_others = std::ranges::all_of(others, [&](NodeId n) {
        return n == made.nodes[i] || n == made.nodes[j];
      });
      const auto& slots = system_.types[t].slots;
      if (has_others && std::ranges::any_of(slots, [&](std::uint32_t slot) {
            return std::ranges::binary_search(meeting.touched, slot);
          })) {
        made.targets.push_back(t);
      }
    }
  }
  if (made.targets.empty() && !needed) return;
  entries_ += types.size();
  if (entries_ > most_entries) {
    throw network::LimitReached{network::Limit::work};
  }
  for (const std::uint32_t t : types) {
    joins_of_[t].push_back(static_cast<std::uint32_t>(joins_.size()));
  }
  joins_.push_back(std::move(made));
}

// ---- choices of states ------------------------------------------------------

void JointPairs::pick(const std::vector<std::uint32_t>& slots, Row& out) const {
  out.clear();
  for (const std::uint32_t slot : slots) out.push_back(values_[slot]);
}

void JointPairs::show(NodeId n, int by) {
  for (const std::uint32_t slot : seen_[n.index()]) {
    shown_[slot] += static_cast<std::uint32_t>(by);
  }
}

void JointPairs::see(std::uint32_t s, const Add& add) {
  const std::uint32_t type = states_.tag(s);
  const auto& t = system_.types[type];
  for (std::size_t c = 0; c < t.slots.size(); ++c) {
    values_[t.slots[c]] = states_[s][c];
  }
  for (const NodeId n : {t.m, t.n}) {
    pick(seen_[n.index()], row_);
    const auto [at, fresh] = sides_.insert(side(type, n), row_);
    if (fresh) with_.grow(sides_.size());
    with_.push(at, s);
  }
  show(t.m, 1);
  show(t.n, 1);
  for (const std::uint32_t j : joins_of_[type]) {
    order_ = {t.m, t.n};
    for (const NodeId n : joins_[j].nodes) {
      if (n != t.m && n != t.n) order_.push_back(n);
    }
    extend(joins_[j], 2, rounds_[s], add);
  }
  show(t.m, -1);
  show(t.n, -1);
}

// Whether the row agrees with what is shown.
bool JointPairs::fits(std::uint32_t type, std::span<const Scalar> row) const {
  const auto& slots = system_.types[type].slots;
  for (std::size_t c = 0; c < slots.size(); ++c) {
    if (shown_[slots[c]] != 0 && values_[slots[c]] != row[c]) return false;
  }
  return true;
}

// Whether the pairs of the node at this place with those before it, but for the
// first, are states.
bool JointPairs::allowed(std::size_t at, std::uint32_t& round) {
  for (std::size_t w = 1; w < at; ++w) {
    const std::uint32_t type = type_of(order_[w], order_[at]);
    pick(system_.types[type].slots, row_);
    const std::uint32_t known = states_.find(type, row_);
    if (known == UINT32_MAX) return false;
    round = std::max(round, rounds_[known]);
  }
  return true;
}

void JointPairs::extend(const Join& join, std::size_t at, std::uint32_t round,
                        const Add& add) {
  if (at == order_.size()) {
    step(join, round + 1, add);
    return;
  }
  const NodeId first = order_[0], next = order_[at];
  const std::uint32_t type = type_of(first, next);
  const auto& slots = system_.types[type].slots;
  pick(seen_[first.index()], row_);
  const std::uint32_t local = sides_.find(side(type, first), row_);
  if (local == UINT32_MAX) return;
  for (std::uint32_t c = with_.head[local]; c != end_of_list;
       c = with_.cells[c].second) {
    network::poll();
    if (++taken_ > most_choices) {
      throw network::LimitReached{network::Limit::work};
    }
    const std::uint32_t s = with_.cells[c].first;
    const std::span<const Scalar> row = states_[s];
    if (!fits(type, row)) continue;
    for (std::size_t i = 0; i < slots.size(); ++i) values_[slots[i]] = row[i];
    std::uint32_t latest = std::max(round, rounds_[s]);
    if (!allowed(at, latest)) continue;
    show(next, 1);
    extend(join, at + 1, latest, add);
    show(next, -1);
  }
}

// ---- steps ------------------------------------------------------------------

void JointPairs::fails(const Meeting& meeting, const ModelError& error) {
  std::vector<LocalStep::Shown> together;
  for (const NodeId n : meeting.nodes) {
    pick(seen_[n.index()], row_);
    together.emplace_back(n, row_);
  }
  findings_.rule_fails(meeting.rule, meeting.binding, std::move(together),
                       error);
}

void JointPairs::step(const Join& join, std::uint32_t round, const Add& add) {
  view_.hide_all();
  for (const NodeId n : join.nodes) {
    pick(seen_[n.index()], row_);
    view_.show(n, row_);
  }
  std::optional<ModelError> error;
  const bool taken = steps_.take(*join.meeting, view_, error);
  if (error) fails(*join.meeting, *error);
  if (!taken) return;
  for (const NodeId n : join.nodes) {
    const auto& slots = seen_[n.index()];
    row_.resize(slots.size());
    view_.row(n, row_);
    for (std::size_t c = 0; c < slots.size(); ++c) after_[slots[c]] = row_[c];
  }
  for (const std::uint32_t t : join.targets) {
    row_.clear();
    bool moved = false;
    for (const std::uint32_t slot : system_.types[t].slots) {
      row_.push_back(after_[slot]);
      moved = moved || after_[slot] != values_[slot];
    }
    if (moved) add(t, row_, round);
  }
}

std::uint64_t JointPairs::bytes() const {
  return sides_.bytes() + with_.bytes() + entries_ * 4 +
         joins_.size() * sizeof(Join);
}

}  // namespace vicinal::fixpoint::inline pair
