// SPDX-License-Identifier: MIT
// The bindings of actions and rules: when each may fire (design 3.2), and when
// a guard, a priority or a domain fails.
#include <fmt/format.h>

#include "network/flat/flattener.hpp"

namespace vicinal::flat {

namespace {

struct FlatBinding {
  std::vector<Scalar> frame;
  TermId enabled;  // but for bindings of greater priority
  TermId priority;
};

}  // namespace

void Flattener::steps_of(NodeId actor) {
  self_ = actor;
  const std::size_t count = actor.valid()
                                ? instance_.process(actor).actions.size()
                                : model_.rules.size();
  for (std::uint32_t a = 0; a < count; ++a) action(actor, a);
}

void Flattener::action(NodeId actor, std::uint32_t number) {
  const network::Action& action = actor.valid()
                                      ? instance_.process(actor).actions[number]
                                      : model_.rules[number];
  std::vector<FlatBinding> candidates;
  members(action.binders, terms_.truth(true), problems_, [&](TermId when) {
    FlatBinding c{frame_, when, terms_.number(0)};
    if (action.guard.valid()) {
      const Value guard = value(action.guard);
      problems_.push_back(terms_.both(when, guard.fails));
      const TermId parts[] = {when, guard.one(), terms_.negate(guard.fails)};
      c.enabled = terms_.all(parts);
    }
    if (action.priority.valid() && !terms_.is(c.enabled, false)) {
      const Value priority = value(action.priority);
      problems_.push_back(terms_.both(c.enabled, priority.fails));
      c.enabled = terms_.both(c.enabled, terms_.negate(priority.fails));
      c.priority = priority.one();
    }
    if (!terms_.is(c.enabled, false)) candidates.push_back(std::move(c));
  });
  // Among those of one action some has the greatest priority.
  for (const FlatBinding& c : candidates) enabled_.push_back(c.enabled);
  for (const FlatBinding& c : candidates) {
    std::vector<TermId> guard{c.enabled};
    for (const FlatBinding& other : candidates) {
      terms_.here = action.span;
      const TermId above = terms_.less(c.priority, other.priority);
      guard.push_back(terms_.negate(terms_.both(above, other.enabled)));
    }
    Step step;
    step.actor = actor;
    step.action = number;
    step.guard = terms_.all(guard);
    if (terms_.is(step.guard, false)) continue;
    spend(step.guard);
    frame_ = c.frame;
    step.name = actor.valid() ? node_name(instance_, actor) + "." + action.name
                              : action.name;
    std::string binding;
    for (std::uint32_t b = action.binders.begin; b < action.binders.end; ++b) {
      const network::Binder& binder = model_.binders[b];
      step.binding.push_back(frame_[binder.slot]);
      binding += fmt::format(
          "{}{} = {}", binding.empty() ? "" : ", ", binder.name,
          value_text(instance_, binder.type, {&frame_[binder.slot], 1}));
    }
    if (!binding.empty()) step.name += "(" + binding + ")";
    body(action, step);
    out_.steps.push_back(std::move(step));
  }
}

}  // namespace vicinal::flat
