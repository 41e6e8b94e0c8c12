// SPDX-License-Identifier: MIT
// Who takes part in a binding: the nodes that it binds, and those whose
// variables its statements may touch, in any state (footprint.hpp); of an edge
// that none of these sees, the first node that does. A guard may look further:
// it is then decided three-valued, as those of actions are. Priorities are left
// out, which takes more steps than there are.
#include "fixpoint/single/meetings.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "network/base/budget.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/bindings.hpp"
#include "network/semantics/kleene.hpp"

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

// Makes the list, while it may still be refused.
class Finder {
 public:
  Finder(const Instance& instance, std::vector<Meeting>& meetings,
         std::optional<Meetings::Refused>& refused);
  void run();

 private:
  void find(std::uint32_t rule);
  bool local_ranges(const Action& rule);
  void meet(std::uint32_t rule, const std::vector<Scalar>& frame);
  bool take_part(Meeting& meeting, const std::vector<Scalar>& frame);
  void look_at_edges(Meeting& meeting);
  bool shows(const Meeting& meeting, ExprId e,
             const std::vector<Scalar>& frame);
  void refuse(std::uint32_t rule, std::string why);

  const Instance& instance_;
  const network::Model& model_;
  std::vector<Meeting>& meetings_;
  std::optional<Meetings::Refused>& refused_;
  network::Evaluator evaluator_;
  Footprint footprint_;
  View view_;
  std::vector<NodeId> node_of_;  // per slot: whose variable; or none
  std::vector<EdgeId> edge_of_;  // likewise
  std::size_t shared_ = 0;       // columns of edges in all meetings
};

Finder::Finder(const Instance& instance, std::vector<Meeting>& meetings,
               std::optional<Meetings::Refused>& refused)
    : instance_(instance),
      model_(*instance.model),
      meetings_(meetings),
      refused_(refused),
      evaluator_(instance),
      footprint_(instance),
      view_(instance),
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
}

void Finder::run() {
  for (std::uint32_t r = 0; r < model_.rules.size() && !refused_; ++r) find(r);
}

void Finder::refuse(std::uint32_t rule, std::string why) {
  if (!refused_) refused_ = Meetings::Refused{rule, std::move(why)};
}

// Whether no range depends on the state.
bool Finder::local_ranges(const Action& rule) {
  return !network::any_range(model_, rule.binders, [&](ExprId e) {
    return footprint_.reads_state(e);
  });
}

void Finder::find(std::uint32_t r) {
  const Action& rule = model_.rules[r];
  const bool loops = network::any_statement(
      model_, rule.body,
      [](const network::Stmt& s) { return !s.binders.empty(); });
  if (loops) return refuse(r, "its statements go through many members");
  if (!local_ranges(rule)) {
    return refuse(r, "what its parameters range over depends on the state");
  }
  std::vector<Scalar> frame(model_.frame);
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

void Finder::meet(std::uint32_t r, const std::vector<Scalar>& frame) {
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
  meetings_.push_back(std::move(meeting));
}

// False: it is refused.
bool Finder::take_part(Meeting& meeting, const std::vector<Scalar>& frame) {
  const Action& rule = model_.rules[meeting.rule];
  auto& nodes = meeting.nodes;
  auto& touched = meeting.touched;
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
  std::ranges::sort(touched);
  const auto repeated = std::ranges::unique(touched);
  touched.erase(repeated.begin(), repeated.end());
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

bool Finder::shows(const Meeting& meeting, ExprId e,
                   const std::vector<Scalar>& frame) {
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
void Finder::look_at_edges(Meeting& meeting) {
  std::map<std::uint32_t, Meeting::At> first;
  std::set<NodeId> others;
  for (std::uint32_t i = 0; i < meeting.nodes.size(); ++i) {
    const NodeId n = meeting.nodes[i];
    const auto slots = view_slots(instance_, n);
    for (std::uint32_t c = 0; c < slots.size(); ++c) {
      const auto [at, fresh] = first.try_emplace(slots[c], Meeting::At{i, c});
      if (!fresh) meeting.common.emplace_back(at->second, Meeting::At{i, c});
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
    Meeting::Onlooker onlooker{n, {}};
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

}  // namespace

Meetings::Meetings(const Instance& instance) {
  Finder(instance, all_, refused_).run();
}

// ---- steps ------------------------------------------------------------------

MeetingSteps::MeetingSteps(const Instance& instance, Findings& findings)
    : model_(*instance.model),
      findings_(findings),
      evaluator_(instance),
      decide_(instance, network::Unseen::unknown),
      fail_(instance, network::Unseen::of_its_type),
      frame_(model_.frame) {}

// Whether a guard may hold; what may fail there.
bool MeetingSteps::may_hold(const Action& rule, const Context& context,
                            bool seen, std::optional<ModelError>& error) const {
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

bool MeetingSteps::may_fire(const Meeting& meeting, const View& view,
                            std::optional<ModelError>& error) {
  const Action& rule = model_.rules[meeting.rule];
  const Context context{view.valuation(), NodeId::none(), frame_.data()};
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
  return fires;
}

bool MeetingSteps::take(const Meeting& meeting, View& view,
                        std::optional<ModelError>& error) {
  const Action& rule = model_.rules[meeting.rule];
  for (std::uint32_t i = 0; i < rule.binders.size(); ++i) {
    frame_[model_.binders[rule.binders.begin + i].slot] = meeting.binding[i];
  }
  error.reset();
  if (!may_fire(meeting, view, error)) return false;
  findings_.rule_fired(meeting.rule);
  try {
    evaluator_.execute(rule.body,
                       {view.valuation(), NodeId::none(), frame_.data()});
  } catch (const ModelError& e) {
    error = e;
    return false;
  }
  return true;
}

}  // namespace vicinal::fixpoint::inline single
