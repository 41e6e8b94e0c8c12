// SPDX-License-Identifier: MIT
// Each choice of states is looked at once, when the last of them comes: the
// others come before it.
#include "fixpoint/single/joint_steps.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline single {

using network::Instance;
using network::ModelError;
using network::NodeId;
using network::Scalar;

namespace {

constexpr std::uint64_t most_choices = 2'000'000;

}  // namespace

JointSteps::JointSteps(const Instance& instance,
                       std::shared_ptr<const Meetings> meetings,
                       Findings& findings)
    : findings_(findings),
      meetings_(std::move(meetings)),
      steps_(instance, findings),
      view_(instance) {
  const std::size_t nodes = instance.network.node_count();
  meetings_of_.resize(nodes);
  seen_.resize(nodes);
  changes_.resize(nodes);
  known_.resize(nodes);
  for (const Meeting& meeting : meetings_->all()) {
    for (const NodeId n : meeting.nodes) {
      meetings_of_[n.index()].push_back(&meeting);
    }
  }
}

void JointSteps::see(NodeId n, std::span<const Scalar> row, std::uint32_t round,
                     const Add& add) {
  auto& seen = seen_[n.index()];
  seen.push_back({{row.begin(), row.end()}, round});
  bytes_ += row.size() * sizeof(Scalar) + sizeof(Seen);
  const Seen& last = seen.back();
  // Those that come while this one is looked at are for the states that are
  // there, and so for this one, too.
  const std::size_t changes = changes_[n.index()].size();
  for (std::size_t c = 0; c < changes; ++c) {
    network::poll();
    apply(n, last, changes_[n.index()][c], add);
  }
  Chosen chosen;
  for (const Meeting* m : meetings_of_[n.index()]) {
    const Meeting& meeting = *m;
    const auto at = std::ranges::find(meeting.nodes, n);
    const auto fixed = static_cast<std::size_t>(at - meeting.nodes.begin());
    chosen.assign(meeting.nodes.size(), nullptr);
    chosen[fixed] = &last;
    choose(meeting, chosen, 0, fixed, add);
  }
}

void JointSteps::choose(const Meeting& meeting, Chosen& chosen, std::size_t at,
                        std::size_t fixed, const Add& add) {
  if (at == meeting.nodes.size()) {
    step(meeting, chosen, add);
    return;
  }
  if (at == fixed) {
    if (agree(meeting, chosen, at)) {
      choose(meeting, chosen, at + 1, fixed, add);
    }
    return;
  }
  for (const Seen& s : seen_[meeting.nodes[at].index()]) {
    network::poll();
    if (++taken_ > most_choices) {
      throw network::LimitReached{network::Limit::work};
    }
    chosen[at] = &s;
    if (agree(meeting, chosen, at)) {
      choose(meeting, chosen, at + 1, fixed, add);
    }
  }
  chosen[at] = nullptr;
}

// Whether the one at `last` agrees with those that are chosen.
bool JointSteps::agree(const Meeting& meeting, const Chosen& chosen,
                       std::size_t last) const {
  return std::ranges::all_of(meeting.common, [&](const auto& both) {
    const auto& [a, b] = both;
    if (a.who != last && b.who != last) return true;
    const Seen* x = chosen[a.who];
    const Seen* y = chosen[b.who];
    return x == nullptr || y == nullptr || x->row[a.column] == y->row[b.column];
  });
}

void JointSteps::fails(const Meeting& meeting, const Chosen& chosen,
                       const ModelError& error) {
  std::vector<std::pair<NodeId, Row>> together;
  for (std::size_t i = 0; i < meeting.nodes.size(); ++i) {
    together.emplace_back(meeting.nodes[i], chosen[i]->row);
  }
  findings_.rule_fails(meeting.rule, meeting.binding, std::move(together),
                       error);
}

void JointSteps::step(const Meeting& meeting, const Chosen& chosen,
                      const Add& add) {
  view_.hide_all();
  std::uint32_t round = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    view_.show(meeting.nodes[i], chosen[i]->row);
    round = std::max(round, chosen[i]->round + 1);
  }
  std::optional<ModelError> error;
  const bool taken = steps_.take(meeting, view_, error);
  if (error) fails(meeting, chosen, *error);
  if (!taken) return;
  std::vector<Row> after;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    Row& row = after.emplace_back(chosen[i]->row.size());
    view_.row(meeting.nodes[i], row);
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (after[i] != chosen[i]->row) add(meeting.nodes[i], after[i], round);
  }
  tell(meeting, chosen, after, round, add);
}

// What it did to edges that others see.
void JointSteps::tell(const Meeting& meeting, const Chosen& chosen,
                      const std::vector<Row>& after, std::uint32_t round,
                      const Add& add) {
  for (const Meeting::Onlooker& o : meeting.onlookers) {
    Change change;
    change.round = round;
    for (const auto& [column, at] : o.edges) {
      change.columns.push_back(column);
      change.before.push_back(chosen[at.who]->row[at.column]);
      change.after.push_back(after[at.who][at.column]);
    }
    if (change.before == change.after) continue;
    const std::size_t n = o.node.index();
    if (!known_[n]
             .emplace(change.columns, change.before, change.after)
             .second) {
      continue;
    }
    bytes_ += change.columns.size() * 20 + sizeof(Change);
    changes_[n].push_back(change);
    for (const Seen& s : seen_[n]) {
      network::poll();
      apply(o.node, s, change, add);
    }
  }
}

void JointSteps::apply(NodeId n, const Seen& seen, const Change& change,
                       const Add& add) const {
  Row row = seen.row;
  for (std::size_t i = 0; i < change.columns.size(); ++i) {
    if (row[change.columns[i]] != change.before[i]) return;
    row[change.columns[i]] = change.after[i];
  }
  add(n, row, std::max(seen.round, change.round) + 1);
}

}  // namespace vicinal::fixpoint::inline single
