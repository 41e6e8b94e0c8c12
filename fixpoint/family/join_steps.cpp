// SPDX-License-Identifier: MIT
// A joint state is laid into a state of the sample that the join was found in,
// and the sample's own evaluator takes the step. Guards and priorities are
// three-valued over what is shown, and may fire unless that is excluded; of the
// bindings that compete none is dropped but those below one that certainly
// fires. Statements are evaluated on the whole sample: of the slots that they
// may read and the join does not show, values are tried up to a limit, and
// "another node" is each node that differs, up to renaming, as far as the
// sample has some. What is missed for that is for obligations to find; steps
// that fail are left to them, too.
#include "fixpoint/family/join_steps.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/language/questions.hpp"
#include "network/language/walk.hpp"

namespace vicinal::fixpoint::inline family {

using network::Action;
using network::Binder;
using network::Context;
using network::DomainKind;
using network::EdgeId;
using network::Interval;
using network::NodeId;
using network::Scalar;
using network::Truth;

namespace {

// Combinations of values of what is not shown that are tried in one step.
constexpr std::uint64_t most_hidden = 256;

// Whether statements look at members of port sets that are not bound.
bool looks_at_sets(const network::Model& model, network::Range statements) {
  // Members of a loop over a port set are read by its body.
  return network::any_statement(model, statements,
                                [&](const network::Stmt& s) {
                                  return network::over_port_sets(model,
                                                                 s.binders);
                                }) ||
         network::any_expression(model, statements,
                                 [&](network::ExprId e, network::Role) {
                                   return network::over_port_sets(model, e);
                                 });
}

}  // namespace

JoinSteps::JoinSteps(const Join& join, bool all_bound)
    : join_(join),
      all_bound_(all_bound),
      instance_(join.tuple.instance()),
      evaluator_(instance_),
      decide_(instance_, network::Unseen::unknown),
      values_(instance_.slot_count()),
      node_shown_(instance_.node_base.size(), network::not_shown),
      edge_shown_(instance_.edge_base.size(), network::not_shown),
      frame_(instance_.model->frame),
      after_(join.layout.slots.size()) {
  for (std::size_t s = 0; s < values_.size(); ++s) {
    values_[s] = instance_.initial[s].value_or(instance_.slots[s].low);
  }
  for (const NodeId n : join.tuple.nodes) {
    node_shown_[n.index()] = instance_.node_base[n.index()];
  }
  for (const VisibleEdge& e : join.layout.edges) {
    edge_shown_[e.edge.index()] = instance_.edge_base[e.edge.index()];
  }
}

Context JoinSteps::context(bool shown, std::uint32_t actor) {
  network::Valuation valuation;
  valuation.values = values_.data();
  valuation.node_base = shown ? node_shown_.data() : instance_.node_base.data();
  valuation.edge_base = shown ? edge_shown_.data() : instance_.edge_base.data();
  valuation.shared_base = instance_.shared_base.data();
  const NodeId self =
      actor == nobody ? NodeId::none() : join_.tuple.nodes[actor];
  return {valuation, self, frame_.data()};
}

const Action& JoinSteps::action_of(std::uint32_t actor,
                                   std::uint32_t number) const {
  return actor == nobody
             ? instance_.model->rules[number]
             : instance_.process(join_.tuple.nodes[actor]).actions[number];
}

void JoinSteps::fire(std::span<const Scalar> row,
                     const std::function<void(const JoinStep&)>& visit) {
  const std::vector<NodeId>& nodes = join_.tuple.nodes;
  others_.clear();
  for (std::uint32_t c = 0; c < row.size(); ++c) {
    Scalar value = row[c];
    const network::NodeFamilyId family = join_.layout.reference[c];
    if (family.valid() && value >= 0) {
      if (value == static_cast<Scalar>(nodes.size())) {
        others_.push_back(c);
        continue;
      }
      value = nodes[static_cast<std::size_t>(value)].value -
              instance_.node_families[family.index()].first;
    }
    values_[join_.layout.slots[c]] = value;
  }
  std::vector<Scalar> used;
  assign_others(0, used, visit);
}

// Two columns that name others may name the same one, or not: each way is
// tried, as far as the sample has nodes for it.
bool JoinSteps::assign_others(
    std::size_t at, std::vector<Scalar>& used,
    const std::function<void(const JoinStep&)>& visit) {
  if (at == others_.size()) {
    fire_all(visit);
    return true;
  }
  const std::uint32_t column = others_[at];
  const auto family = join_.layout.reference[column];
  const network::FamilySize& size = instance_.node_families[family.index()];
  const std::uint32_t slot = join_.layout.slots[column];
  const auto node_of = [&](Scalar index) {
    return NodeId(size.first + static_cast<std::uint32_t>(index));
  };
  std::vector<Scalar> taken;  // by earlier columns of the family
  for (std::size_t i = 0; i < at; ++i) {
    if (join_.layout.reference[others_[i]] == family) taken.push_back(used[i]);
  }
  bool fresh = false;
  for (Scalar i = 0; i < static_cast<Scalar>(size.count); ++i) {
    network::poll();
    const auto& nodes = join_.tuple.nodes;
    if (std::find(nodes.begin(), nodes.end(), node_of(i)) != nodes.end()) {
      continue;
    }
    const bool known = std::find(taken.begin(), taken.end(), i) != taken.end();
    // One that nobody names is as good as another.
    if (!known && fresh) continue;
    fresh = fresh || !known;
    values_[slot] = i;
    used.push_back(i);
    assign_others(at + 1, used, visit);
    used.pop_back();
  }
  return true;
}

void JoinSteps::fire_all(const std::function<void(const JoinStep&)>& visit) {
  before_ = values_;
  for (std::uint32_t actor = 0; actor < join_.tuple.nodes.size(); ++actor) {
    const auto& actions = instance_.process(join_.tuple.nodes[actor]).actions;
    for (std::uint32_t a = 0; a < actions.size(); ++a) act(actor, a, visit);
  }
  const auto& rules = instance_.model->rules;
  for (std::uint32_t r = 0; r < rules.size(); ++r) act(nobody, r, visit);
}

void JoinSteps::load(const Action& action, const std::vector<Scalar>& binding) {
  for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
    frame_[instance_.model->binders[action.binders.begin + i].slot] =
        binding[i];
  }
}

bool JoinSteps::touches_outside(EdgeId e) const {
  for (const network::DartId d : instance_.network.darts(e)) {
    if (node_shown_[instance_.network.dart_node[d.index()].index()] ==
        network::not_shown) {
      return true;
    }
  }
  return false;
}

void JoinSteps::bind(std::uint32_t actor, const Action& action,
                     std::uint32_t at) {
  if (at == action.binders.end) {
    consider(actor, action);
    return;
  }
  const Binder& binder = instance_.model->binders[at];
  network::Domain domain;
  try {
    domain = domain_of(binder, evaluator_, context(false, actor));
  } catch (const network::ModelError&) {
    return;
  }
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    network::poll();
    const Scalar value =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    frame_[binder.slot] = value;
    if (binder.domain == DomainKind::port_set) {
      const EdgeId e(static_cast<std::uint32_t>(value));
      const bool hidden = edge_shown_[e.index()] == network::not_shown;
      if (hidden && !all_bound_ && touches_outside(e)) continue;
    }
    if (binder.domain == DomainKind::node_family ||
        binder.domain == DomainKind::process) {
      const bool hidden =
          node_shown_[static_cast<std::size_t>(value)] == network::not_shown;
      if (hidden && !all_bound_) continue;
    }
    bind(actor, action, at + 1);
  }
}

void JoinSteps::consider(std::uint32_t actor, const Action& action) {
  network::poll(16);
  EnabledBinding candidate;
  const Context c = context(true, actor);
  Truth enabled = Truth::yes;
  if (action.guard.valid()) enabled = decide_.truth(action.guard, c);
  if (enabled == Truth::no) return;
  candidate.certain = enabled == Truth::yes;
  if (action.priority.valid()) {
    candidate.priority = decide_.scalar(action.priority, c);
    if (candidate.priority.never()) return;
    if (candidate.priority.may_fail) candidate.certain = false;
  }
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    candidate.binding.push_back(frame_[instance_.model->binders[b].slot]);
  }
  candidates_.push_back(std::move(candidate));
}

// Whether actor and binding are all that the join has beyond its view: what
// fewer nodes show is tried on smaller joins.
bool JoinSteps::uses_extra_nodes(std::uint32_t actor,
                                 const Action& action) const {
  const network::Network& network = instance_.network;
  for (std::uint32_t i = join_.view; i < join_.tuple.nodes.size(); ++i) {
    if (i == actor) continue;
    const NodeId extra = join_.tuple.nodes[i];
    bool used = false;
    for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
      const Binder& binder = instance_.model->binders[b];
      const auto value = static_cast<std::uint32_t>(frame_[binder.slot]);
      if (binder.domain == DomainKind::port_set) {
        for (const network::DartId d : network.darts(EdgeId(value))) {
          used = used || network.dart_node[d.index()] == extra;
        }
      } else if (binder.domain == DomainKind::node_family ||
                 binder.domain == DomainKind::process) {
        used = used || NodeId(value) == extra;
      }
    }
    if (!used) return false;
  }
  return true;
}

void JoinSteps::act(std::uint32_t actor, std::uint32_t number,
                    const std::function<void(const JoinStep&)>& visit) {
  const Action& action = action_of(actor, number);
  const std::size_t extra = join_.tuple.nodes.size() - join_.view;
  const bool acts = actor != nobody && actor >= join_.view;
  if (extra > action.binders.size() + (acts ? 1U : 0U)) return;
  candidates_.clear();
  bind(actor, action, action.binders.begin);
  Scalar floor = INT64_MIN;  // of what certainly may fire
  if (action.priority.valid()) {
    for (const EnabledBinding& c : candidates_) {
      if (c.certain) floor = std::max(floor, c.priority.low);
    }
  }
  const std::vector<EnabledBinding> all = std::move(candidates_);
  candidates_.clear();
  for (const EnabledBinding& c : all) {
    if (action.priority.valid() && c.priority.high < floor) continue;
    load(action, c.binding);
    if (!uses_extra_nodes(actor, action)) continue;
    execute(actor, number, c.binding, visit);
  }
}

// Tries all values of what the statements read and the join does not show.
void JoinSteps::execute(std::uint32_t actor, std::uint32_t number,
                        const std::vector<Scalar>& binding,
                        const std::function<void(const JoinStep&)>& visit) {
  const Action& action = action_of(actor, number);
  std::vector<std::uint32_t> hidden;  // slots
  const auto hide = [&](EdgeId e) {
    if (edge_shown_[e.index()] != network::not_shown) return;
    const std::uint32_t slots = instance_.size(instance_.edge_type(e)).slots;
    for (std::uint32_t s = 0; s < slots; ++s) {
      hidden.push_back(instance_.edge_base[e.index()] + s);
    }
  };
  for (std::uint32_t i = 0; i < action.binders.size(); ++i) {
    const Binder& b = instance_.model->binders[action.binders.begin + i];
    if (b.domain == DomainKind::port_set ||
        b.domain == DomainKind::edge_family) {
      hide(EdgeId(static_cast<std::uint32_t>(binding[i])));
    }
  }
  if (looks_at_sets(*instance_.model, action.body)) {
    for (std::uint32_t i = 0; i < join_.tuple.nodes.size(); ++i) {
      if (actor != nobody && i != actor) continue;
      for (const EdgeId e : instance_.network.inout(join_.tuple.nodes[i])) {
        hide(e);
      }
    }
  }
  std::sort(hidden.begin(), hidden.end());
  hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
  std::uint64_t combinations = 1;
  for (const std::uint32_t s : hidden) {
    const auto size = static_cast<std::uint64_t>(instance_.slots[s].high -
                                                 instance_.slots[s].low + 1);
    combinations = std::min(combinations * size, most_hidden);
  }
  for (std::uint64_t i = 0; i < combinations; ++i) {
    std::uint64_t rest = i;
    for (const std::uint32_t s : hidden) {
      const auto size = static_cast<std::uint64_t>(instance_.slots[s].high -
                                                   instance_.slots[s].low + 1);
      values_[s] = instance_.slots[s].low + static_cast<Scalar>(rest % size);
      rest /= size;
    }
    run(actor, number, binding, visit);
    values_ = before_;
  }
}

void JoinSteps::run(std::uint32_t actor, std::uint32_t number,
                    const std::vector<Scalar>& binding,
                    const std::function<void(const JoinStep&)>& visit) {
  network::poll(16);
  const std::vector<NodeId>& nodes = join_.tuple.nodes;
  const Action& action = action_of(actor, number);
  load(action, binding);
  try {
    evaluator_.execute(action.body, context(false, actor));
  } catch (const network::ModelError&) {
    return;
  }
  for (std::uint32_t c = 0; c < after_.size(); ++c) {
    Scalar value = values_[join_.layout.slots[c]];
    const network::NodeFamilyId family = join_.layout.reference[c];
    if (family.valid() && value >= 0) {
      const NodeId named(instance_.node_families[family.index()].first +
                         static_cast<std::uint32_t>(value));
      value = std::find(nodes.begin(), nodes.end(), named) - nodes.begin();
    }
    after_[c] = value;
  }
  visit({actor, number, binding, after_});
}

}  // namespace vicinal::fixpoint::inline family
