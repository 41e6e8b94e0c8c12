// SPDX-License-Identifier: MIT
// Who takes part in a binding: the nodes that it binds, and those whose
// variables its statements may touch, in any state (footprint.hpp); of an edge
// that none of these sees, the first node that does. A guard may look further:
// it is then decided three-valued, as those of actions are. Priorities are left
// out, which takes more steps than there are.
//
// Each choice of states is looked at once, when the last of them comes: the
// others come before it.
#include "fixpoint/single/joint_steps.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::fixpoint::inline single {

using network::Action;
using network::Context;
using network::EdgeId;
using network::ErrorKind;
using network::ExprId;
using network::Instance;
using network::ModelError;
using network::NodeId;
using network::Scalar;
using network::Truth;

namespace {

constexpr std::size_t most_together = 3;
constexpr std::size_t most_meetings = 20'000;
constexpr std::size_t most_edges = 2'000'000;  // that they share, and others
constexpr std::uint64_t most_choices = 2'000'000;

bool binds_nodes(const network::Binder& binder) {
  return binder.domain == network::DomainKind::node_family ||
         binder.domain == network::DomainKind::process;
}

// Whether it depends on whether somebody can move.
bool asks_everybody(const network::Model& model, ExprId e) {
  return network::any(model, e, [](const network::Expr& part) {
    return part.op == network::Op::enabled;
  });
}

bool sees(const network::Network& network, NodeId n, EdgeId e) {
  const auto edges = network.inout(n);
  return std::ranges::find(edges, e) != edges.end();
}

// The first node that sees the edge; none if nobody does.
NodeId first_at(const network::Network& network, EdgeId e) {
  NodeId first = NodeId::none();
  for (const auto& ends : {network.ins(e), network.outs(e)}) {
    for (const NodeId n : ends) {
      if (!first.valid() || n < first) first = n;
    }
  }
  return first;
}

}  // namespace

JointSteps::JointSteps(const Instance& instance, Findings& findings)
    : instance_(instance),
      model_(*instance.model),
      findings_(findings),
      evaluator_(instance),
      decide_(instance, network::Unseen::unknown),
      fail_(instance, network::Unseen::of_its_type),
      footprint_(instance),
      view_(instance),
      frame_(model_.frame),
      node_of_(instance.slot_count()),
      edge_of_(instance.slot_count()) {
  const std::size_t nodes = instance.network.node_count();
  for (std::size_t n = 0; n < nodes; ++n) {
    const auto slots = view_slots(instance, NodeId(n));
    const std::uint32_t own =
        instance.variable_offsets[instance.process_id(NodeId(n)).index()]
            .back();
    for (std::uint32_t c = 0; c < own; ++c) node_of_[slots[c]] = NodeId(n);
  }
  for (std::size_t e = 0; e < instance.network.edge_count(); ++e) {
    const auto type = instance.edge_type(EdgeId(e));
    for (std::uint32_t i = 0; i < instance.size(type).slots; ++i) {
      edge_of_[instance.edge_base[e] + i] = EdgeId(e);
    }
  }
  meetings_of_.resize(nodes);
  seen_.resize(nodes);
  changes_.resize(nodes);
  known_.resize(nodes);
  for (std::uint32_t r = 0; r < model_.rules.size() && !refused_; ++r) {
    find_meetings(r);
  }
}

void JointSteps::refuse(std::uint32_t rule, std::string why) {
  if (!refused_) refused_ = Refused{rule, std::move(why)};
}

// ---- who meets whom ---------------------------------------------------------

// Whether no range depends on the state.
bool JointSteps::local_ranges(const Action& rule) {
  return !network::any_range(model_, rule.binders, [&](ExprId e) {
    return footprint_.reads_state(e);
  });
}

void JointSteps::find_meetings(std::uint32_t r) {
  const Action& rule = model_.rules[r];
  const bool loops = network::any_statement(
      model_, rule.body,
      [](const network::Stmt& s) { return !s.binders.empty(); });
  if (loops) return refuse(r, "its statements go through many members");
  if (!local_ranges(rule)) {
    return refuse(r, "what its parameters range over depends on the state");
  }
  Row frame(model_.frame);
  view_.hide_all();
  const Context context{view_.valuation(), NodeId::none(), frame.data()};
  network::Bindings bindings(rule.binders, evaluator_, context);
  for (;;) {
    network::poll();
    try {
      if (!bindings.next()) return;
    } catch (const ModelError&) {
      return refuse(r, "what its parameters range over may fail");
    }
    meet(r, frame);
    if (refused_) return;
  }
}

void JointSteps::meet(std::uint32_t r, const Row& frame) {
  const Action& rule = model_.rules[r];
  if (meetings_.size() == most_meetings) {
    return refuse(r, "it may be taken in too many ways");
  }
  Meeting meeting;
  meeting.rule = r;
  for (std::uint32_t b = rule.binders.begin; b < rule.binders.end; ++b) {
    const network::Binder& binder = model_.binders[b];
    const Scalar value = frame[binder.slot];
    meeting.binding.push_back(value);
    if (binds_nodes(binder)) {
      meeting.nodes.emplace_back(static_cast<std::size_t>(value));
    }
  }
  if (!take_part(meeting, frame)) return;
  look_at_edges(meeting);
  if (shared_ > most_edges) return refuse(r, "too many nodes see it");
  meeting.sees_guard = !rule.guard.valid() || shows(meeting, rule.guard, frame);
  meeting.sees_priority =
      !rule.priority.valid() || shows(meeting, rule.priority, frame);
  const auto number = static_cast<std::uint32_t>(meetings_.size());
  for (const NodeId n : meeting.nodes) {
    meetings_of_[n.index()].push_back(number);
  }
  meetings_.push_back(std::move(meeting));
}

// False: it is refused.
bool JointSteps::take_part(Meeting& meeting, const Row& frame) {
  const Action& rule = model_.rules[meeting.rule];
  auto& nodes = meeting.nodes;
  std::vector<std::uint32_t> touched;
  const bool whole =
      network::any_expression(model_, rule.body, [&](ExprId e, network::Role) {
        if (asks_everybody(model_, e)) return true;
        footprint_.read(e, frame, touched);
        return false;
      });
  if (whole) {
    refuse(meeting.rule, "what it does depends on all nodes together");
    return false;
  }
  for (const std::uint32_t s : touched) {
    if (node_of_[s].valid()) nodes.push_back(node_of_[s]);
  }
  const auto settle = [&] {
    std::ranges::sort(nodes);
    const auto same = std::ranges::unique(nodes);
    nodes.erase(same.begin(), same.end());
  };
  settle();
  for (const std::uint32_t s : touched) {
    const EdgeId e = edge_of_[s];
    const bool seen = !e.valid() || std::ranges::any_of(nodes, [&](NodeId n) {
      return sees(instance_.network, n, e);
    });
    if (seen) continue;
    const NodeId first = first_at(instance_.network, e);
    if (!first.valid()) {
      refuse(meeting.rule, "it touches an edge that no node sees");
      return false;
    }
    nodes.push_back(first);
    settle();
  }
  if (nodes.empty() || nodes.size() > most_together) {
    refuse(meeting.rule, nodes.empty() ? "no node takes part in it"
                                       : "it moves more than three nodes");
    return false;
  }
  return true;
}

bool JointSteps::shows(const Meeting& meeting, ExprId e, const Row& frame) {
  if (asks_everybody(model_, e)) return false;
  std::vector<std::uint32_t> read;
  footprint_.read(e, frame, read);
  return std::ranges::all_of(read, [&](std::uint32_t s) {
    return std::ranges::any_of(meeting.nodes, [&](NodeId n) {
      if (node_of_[s].valid()) return node_of_[s] == n;
      if (!edge_of_[s].valid()) return true;  // shared, a constant
      return sees(instance_.network, n, edge_of_[s]);
    });
  });
}

// Where columns are the same slots.
void JointSteps::look_at_edges(Meeting& meeting) {
  std::map<std::uint32_t, At> first;
  std::set<NodeId> others;
  for (std::uint32_t i = 0; i < meeting.nodes.size(); ++i) {
    const NodeId n = meeting.nodes[i];
    const auto slots = view_slots(instance_, n);
    for (std::uint32_t c = 0; c < slots.size(); ++c) {
      const auto [at, fresh] = first.try_emplace(slots[c], At{i, c});
      if (!fresh) meeting.common.emplace_back(at->second, At{i, c});
    }
    for (const EdgeId e : instance_.network.inout(n)) {
      for (const auto& list :
           {instance_.network.ins(e), instance_.network.outs(e)}) {
        others.insert(list.begin(), list.end());
      }
    }
  }
  for (const NodeId n : meeting.nodes) others.erase(n);
  for (const NodeId n : others) {
    Onlooker onlooker{n, {}};
    const auto slots = view_slots(instance_, n);
    for (std::uint32_t c = 0; c < slots.size(); ++c) {
      const auto at = first.find(slots[c]);
      if (at != first.end()) onlooker.edges.emplace_back(c, at->second);
    }
    shared_ += onlooker.edges.size();
    meeting.onlookers.push_back(std::move(onlooker));
  }
  shared_ += meeting.common.size();
}

// ---- steps ------------------------------------------------------------------

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
  for (const std::uint32_t m : meetings_of_[n.index()]) {
    const Meeting& meeting = meetings_[m];
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

// Whether a guard may hold; what may fail there.
bool JointSteps::may_hold(const Action& rule, const Context& context, bool seen,
                          std::optional<ModelError>& error) const {
  if (!rule.guard.valid()) return true;
  if (seen) {
    try {
      return evaluator_.holds(rule.guard, context);
    } catch (const ModelError& e) {
      error = e;
      return false;
    }
  }
  if (fail_.scalar(rule.guard, context).may_fail) {
    error = ModelError{ErrorKind::out_of_range, model_[rule.guard].span};
  }
  return decide_.truth(rule.guard, context) != Truth::no;
}

// In what view_ shows.
bool JointSteps::may_fire(const Meeting& meeting, const Chosen& chosen) {
  const Action& rule = model_.rules[meeting.rule];
  const Context context{view_.valuation(), NodeId::none(), frame_.data()};
  std::optional<ModelError> error;
  bool fires = may_hold(rule, context, meeting.sees_guard, error);
  if (fires && rule.priority.valid()) {
    if (meeting.sees_priority && meeting.sees_guard) {
      try {
        evaluator_.scalar(rule.priority, context);
      } catch (const ModelError& e) {
        error = e;
        fires = false;
      }
    } else if (fail_.scalar(rule.priority, context).may_fail) {
      error = ModelError{ErrorKind::out_of_range, model_[rule.priority].span};
    }
  }
  if (error) fails(meeting, chosen, *error);
  return fires;
}

void JointSteps::step(const Meeting& meeting, const Chosen& chosen,
                      const Add& add) {
  const Action& rule = model_.rules[meeting.rule];
  view_.hide_all();
  std::uint32_t round = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    view_.show(meeting.nodes[i], chosen[i]->row);
    round = std::max(round, chosen[i]->round + 1);
  }
  for (std::uint32_t i = 0; i < rule.binders.size(); ++i) {
    frame_[model_.binders[rule.binders.begin + i].slot] = meeting.binding[i];
  }
  if (!may_fire(meeting, chosen)) return;
  findings_.rule_fired(meeting.rule);
  try {
    evaluator_.execute(rule.body,
                       {view_.valuation(), NodeId::none(), frame_.data()});
  } catch (const ModelError& error) {
    fails(meeting, chosen, error);
    return;
  }
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
  for (const Onlooker& o : meeting.onlookers) {
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
