// SPDX-License-Identifier: MIT
// A choice of an action is enabled if its guard is certainly true and no other
// one may have a greater priority; held back if one certainly has; open if the
// view does not decide it. Statements are executed where the view shows all
// edges of the node, which are all that they may read.
#include "explore/coverage/local_coverage.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"
#include "network/language/walk.hpp"
#include "network/semantics/bindings.hpp"

namespace vicinal::explore::inline coverage {

using network::Action;
using network::Binder;
using network::DomainKind;
using network::ExprId;
using network::Interval;
using network::NodeId;
using network::Op;
using network::Scalar;
using network::Truth;

namespace {

bool certainly(const Interval& value, Scalar what) {
  return value.single() && value.low == what && !value.may_fail;
}

// Whether an operator asks for more than values that a node has before it.
bool may_differ_by_size(const network::Model& model, const network::Expr& e) {
  switch (e.op) {
    case Op::parameter:
    case Op::bound:
    case Op::family_node:
    case Op::dereference:
    case Op::to_reference:
    case Op::family_edge:
    case Op::node_index:
    case Op::process_constant:
    case Op::same:
    case Op::adjacent:
    case Op::shared:
    case Op::enabled:
      return true;
    case Op::variable:
    case Op::port_edge:
      return model[model.child(e, 0)].op != Op::self;
    case Op::edge_value:
      return model[model.child(e, 0)].op != Op::port_edge;
    default:
      return !e.binders.empty();
  }
}

}  // namespace

LocalCoverage::LocalCoverage(const network::Instance& instance, Sizes sizes)
    : instance_(instance),
      sizes_(sizes),
      kleene_(instance),
      evaluator_(instance),
      countable_(instance),
      counts_(countable_.counts),
      frame_(instance.model->frame) {
  for (const ActionCount& count : counts_.actions) {
    fixed_.push_back(fixed_of(count));
  }
  evaluator_.watch(this);
  mark_hidden_edges();
}

void LocalCoverage::mark_hidden_edges() {
  for (ValueCount& value : counts_.values) {
    if (!value.edges.valid() && !value.shared) continue;
    value.partly = sizes_ == Sizes::every;
    if (value.shared) continue;
    for (std::size_t e = 0; e < instance_.edge_family_of.size(); ++e) {
      if (instance_.edge_family_of[e] != value.edges) continue;
      network::poll();
      const auto ends = instance_.network.darts(network::EdgeId(e));
      value.partly = value.partly || ends.empty();
    }
  }
}

const Action& LocalCoverage::action(const ActionCount& count) const {
  const network::Model& model = *instance_.model;
  return count.process.valid() ? model[count.process].actions[count.action]
                               : model.rules[count.action];
}

// Whether it is the same in all instances where the view is the same.
bool LocalCoverage::fixed(ExprId id) const {
  if (sizes_ == Sizes::this_one) return true;
  const network::Model& model = *instance_.model;
  return !network::walk(model, id, [&](ExprId, const network::Expr& e) {
    return may_differ_by_size(model, e) ? network::Go::stop : network::Go::into;
  });
}

bool LocalCoverage::fixed(network::Range binders) const {
  if (sizes_ == Sizes::this_one) return true;
  for (std::uint32_t b = binders.begin; b < binders.end; ++b) {
    const Binder& binder = instance_.model->binders[b];
    if (binder.domain == DomainKind::enumeration) continue;
    if (binder.domain != DomainKind::range || !fixed(binder.low) ||
        !fixed(binder.high)) {
      return false;
    }
  }
  return true;
}

LocalCoverage::Fixed LocalCoverage::fixed_of(const ActionCount& count) const {
  const network::Model& model = *instance_.model;
  const Action& action = this->action(count);
  Fixed out;
  out.guard = fixed(action.guard) && fixed(action.priority);
  out.binders = fixed(action.binders);
  for (const GuardPart& part : count.parts) {
    out.parts.push_back(fixed(part.expr));
  }
  for (const BranchCount& branch : count.branches) {
    const network::Stmt& s = model[branch.statement];
    out.branches = out.branches && fixed(s.condition) && fixed(s.binders);
  }
  return out;
}

void LocalCoverage::see(std::span<const NodeId> nodes, const LocalView& view) {
  if (counts_.limit != network::Limit::none) return;
  try {
    look(nodes, view);
    ++counts_.states;
  } catch (const network::LimitReached& reached) {
    counts_.limit = reached.limit;
  }
}

void LocalCoverage::look(std::span<const NodeId> nodes, const LocalView& view) {
  network::poll(static_cast<std::int64_t>(view.state.size()));
  countable_.places.see(view.state, view.known, counts_.values);
  view_ = view;
  state_.assign(view.state.begin(), view.state.end());
  network::Valuation valuation = network::whole(instance_, state_.data());
  valuation.known = view.known.data();
  valuation.within = view.within.data();
  for (const NodeId node : nodes) {
    context_ = {valuation, node, frame_.data()};
    const network::ProcessId process = instance_.process_id(node);
    const std::size_t first = countable_.first_of[process.index()];
    const std::size_t count = instance_.process(node).actions.size();
    for (std::size_t a = 0; a < count; ++a) see_action(node, first + a);
  }
}

void LocalCoverage::see_action(NodeId actor, std::size_t number) {
  network::poll();
  ActionCount& count = counts_.actions[number];
  const Action& action = this->action(count);
  choices_.clear();
  const std::uint64_t before = count.choices;
  bind(number, action.binders.begin);
  compete(count);
  const Fixed& fixed = fixed_[number];
  if (!fixed.binders && count.choices == before) nothing_seen(count);
  const bool open = !fixed.guard || !fixed.binders;
  if (open) ++count.open;
  const bool all =
      fixed.guard && fixed.binders && fixed.branches && shows_all(actor);
  for (BranchCount& branch : count.branches) {
    // At another size there may be choices though there are none here.
    if (open) ++branch.unseen;
    for (const Choice& choice : choices_) {
      if (!all || !choice.certain) ++branch.unseen;
    }
  }
  if (!all || count.branches.empty()) return;
  taken_ = &count;
  for (const Choice& choice : choices_) {
    if (choice.certain) take(choice, action);
  }
  taken_ = nullptr;
}

// As deep as an action has parameters.
void LocalCoverage::bind(std::size_t number, std::uint32_t at) {
  ActionCount& count = counts_.actions[number];
  if (at == action(count).binders.end) return choose(number);
  const Binder& binder = instance_.model->binders[at];
  Interval low, high;
  if (binder.domain == DomainKind::range) {
    low = kleene_.scalar(binder.low, context_);
    high = kleene_.scalar(binder.high, context_);
  } else if (binder.domain == DomainKind::port_set) {
    low = kleene_.scalar(binder.node, context_);
  }
  if (low.never() || high.never()) {
    ++count.failed;
    return;
  }
  if (!low.single() || !high.single() || low.may_fail || high.may_fail) {
    return unknown_choice(count);
  }
  const network::Domain domain =
      domain_of(binder, instance_, low.low, high.low);
  for (Scalar i = 0; i < domain.size(); ++i) {
    network::poll();
    frame_[binder.slot] = domain[i];
    bind(number, at + 1);
  }
}

// Whatever may come of a guard, for other members or at another size.
void LocalCoverage::nothing_seen(ActionCount& count) {
  for (GuardPart& part : count.parts) {
    ++part.unseen;
    ++part.together;
  }
}

// What a parameter ranges over is not seen.
void LocalCoverage::unknown_choice(ActionCount& count) {
  ++count.choices;
  ++count.open;
  nothing_seen(count);
  for (BranchCount& branch : count.branches) ++branch.unseen;
}

void LocalCoverage::choose(std::size_t number) {
  ActionCount& count = counts_.actions[number];
  const Action& action = this->action(count);
  ++count.choices;
  const Truth guard = count_guard(fixed_[number], count);
  if (guard == Truth::no) return;
  Choice choice;
  choice.certain = guard == Truth::yes;
  if (action.priority.valid()) {
    choice.priority = kleene_.scalar(action.priority, context_);
    if (choice.priority.never()) {
      ++count.failed;
      return;
    }
    choice.certain = choice.certain && !choice.priority.may_fail;
  }
  for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
    choice.binding.push_back(frame_[instance_.model->binders[b].slot]);
  }
  choices_.push_back(std::move(choice));
}

Truth LocalCoverage::count_guard(const Fixed& fixed, ActionCount& count) {
  Truth guard = Truth::yes;
  for (std::size_t p = 0; p < count.parts.size(); ++p) {
    GuardPart& part = count.parts[p];
    const Interval value = kleene_.scalar(part.expr, context_);
    const bool yes = certainly(value, 1);
    const bool no = certainly(value, 0);
    if (yes) ++part.yes;
    if (no) ++part.no;
    if (value.never()) ++part.failed;
    const bool known = yes || no || value.never();
    if (!known || !fixed.parts[p]) ++part.unseen;
    if (part.depth > 0) continue;
    const bool never_true = value.never() || value.high == 0;
    if (guard != Truth::no) {
      if (never_true) guard = Truth::no;
      if (guard == Truth::no && value.never()) ++count.failed;
      if (guard == Truth::yes && !yes) guard = Truth::maybe;
    }
    if (guard != Truth::no || !fixed.parts[p]) ++part.together;
  }
  return guard;
}

void LocalCoverage::compete(ActionCount& count) {
  const bool ranked = action(count).priority.valid();
  Scalar floor = INT64_MIN;  // one certainly has so much
  for (const Choice& c : choices_) {
    if (ranked && c.certain) floor = std::max(floor, c.priority.low);
  }
  if (ranked) {
    count.held_back += std::erase_if(
        choices_, [&](const Choice& c) { return c.priority.high < floor; });
  }
  Scalar most = INT64_MIN;  // and none has more
  for (const Choice& c : choices_) most = std::max(most, c.priority.high);
  for (Choice& c : choices_) {
    c.certain = c.certain && (!ranked || c.priority.low >= most);
    ++(c.certain ? count.enabled : count.open);
  }
}

bool LocalCoverage::shows_all(NodeId actor) const {
  const auto shown = [&](std::uint32_t slot, std::uint32_t slots) {
    return std::all_of(view_.known.begin() + slot,
                       view_.known.begin() + slot + slots,
                       [](std::uint8_t known) { return known != 0; });
  };
  for (const network::EdgeId e : instance_.network.inout(actor)) {
    const std::uint32_t slots = instance_.size(instance_.edge_type(e)).slots;
    if (!shown(instance_.edge_base[e.index()], slots)) return false;
  }
  const network::Process& process = instance_.process(actor);
  const auto& offsets =
      instance_.variable_offsets[instance_.process_id(actor).index()];
  for (std::size_t v = 0; v < process.variables.size(); ++v) {
    if (!shown(instance_.node_base[actor.index()] + offsets[v],
               instance_.size(process.variables[v].type).slots)) {
      return false;
    }
  }
  return true;
}

void LocalCoverage::take(const Choice& choice, const Action& action) {
  for (std::uint32_t i = 0; i < choice.binding.size(); ++i) {
    frame_[instance_.model->binders[action.binders.begin + i].slot] =
        choice.binding[i];
  }
  next_ = state_;
  network::Context context = context_;
  context.valuation.values = next_.data();
  try {
    evaluator_.execute(action.body, context);
  } catch (const network::ModelError&) {
    // What it did before it failed is counted.
  }
}

void LocalCoverage::went(const network::Stmt& s, bool into) {
  taken_->went(*instance_.model, s, into);
}

}  // namespace vicinal::explore::inline coverage
