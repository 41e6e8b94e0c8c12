// SPDX-License-Identifier: MIT
// What a pattern asks of a slot that a step writes is asked of the term that is
// written; what it asks of others is asked before the step as well.
#include "fixpoint/backward/steps.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline backward {

using network::Instance;
using network::Model;

namespace {

constexpr std::size_t most_ways = 64;       // backwards by one step
constexpr std::uint64_t most_size = 4'000;  // of a term, as a tree

}  // namespace

std::set<std::uint32_t> BackwardSteps::movers_of(const flat::Step& step) const {
  const Model& model = *space_.instance().model;
  std::set<std::uint32_t> out;
  if (step.actor.valid()) out.insert(step.actor.value);
  const network::Action& action =
      step.actor.valid()
          ? space_.instance().process(step.actor).actions[step.action]
          : model.rules[step.action];
  for (std::size_t b = 0; b < step.binding.size(); ++b) {
    const network::Binder& binder = model.binders[action.binders.begin + b];
    if (model[binder.type].kind != network::TypeKind::node) continue;
    out.insert(static_cast<std::uint32_t>(step.binding[b]));
  }
  return out;
}

bool BackwardSteps::prepare() {
  const auto large = [this](flat::TermId t) {
    return guarded_.terms[t].size > most_size;
  };
  for (const flat::Step& step : guarded_.steps) {
    network::poll(100);
    One one;
    one.movers = movers_of(step);
    one.effects = effects_.over_state(step);
    one.updates.insert(one.effects.updates.begin(), one.effects.updates.end());
    if (large(one.effects.guard) || large(one.effects.fails) ||
        std::ranges::any_of(one.updates,
                            [&](const auto& u) { return large(u.second); })) {
      return false;
    }
    steps_.push_back(std::move(one));
  }
  std::set<std::uint32_t> written;
  for (const One& step : steps_) {
    for (const auto& [slot, term] : step.updates) written.insert(slot);
  }
  for (std::uint32_t s = 0; s < guarded_.slots.size(); ++s) {
    const auto& value = guarded_.slots[s].initial;
    if (value && !written.contains(s)) space_.fix(s, *value);
  }
  return true;
}

// Of nodes that nothing is said of, those that move are the first ones: others
// would show the same.
bool BackwardSteps::first_of_their_kind(
    const std::set<std::uint32_t>& movers,
    const std::set<std::uint32_t>& known) const {
  if (space_.ordered()) return true;
  for (const network::FamilySize& family : space_.instance().node_families) {
    bool gap = false;
    for (std::uint32_t n = family.first; n < family.first + family.count; ++n) {
      if (known.contains(n)) continue;
      if (!movers.contains(n)) {
        gap = true;
      } else if (gap) {
        return false;
      }
    }
  }
  return true;
}

void BackwardSteps::find(std::deque<Goal> goals, Pattern from,
                         const Each& each) {
  ways_.find(std::move(goals), std::move(from), most_ways,
             [&](const Pattern& p) { each(space_.cube(p)); });
}

void BackwardSteps::violating(std::size_t properties, const Each& each) {
  Pattern all;
  for (std::uint32_t n = 0; n < space_.instance().family_of.size(); ++n) {
    all.nodes.insert(n);
  }
  for (std::size_t p = 0; p < properties; ++p) {
    find({is(guarded_.properties[p].holds, false)}, all, each);
  }
}

void BackwardSteps::failing(const Each& each) {
  for (const One& step : steps_) {
    if (guarded_.terms.is(step.effects.fails, false) ||
        !first_of_their_kind(step.movers, {})) {
      continue;
    }
    Pattern from;
    from.nodes = step.movers;
    find({is(step.effects.guard, true), is(step.effects.fails, true)}, from,
         each);
  }
}

bool BackwardSteps::changes(const One& step, const Pattern& after) const {
  const auto updated = [&](std::uint32_t slot) {
    return step.updates.contains(slot);
  };
  return std::ranges::any_of(after.slots,
                             [&](const auto& s) { return updated(s.first); }) ||
         std::ranges::any_of(after.orders,
                             [&](const auto& o) {
                               return updated(o.first.first) ||
                                      updated(o.first.second);
                             }) ||
         std::ranges::any_of(after.equations, [&](const Equation& e) {
           return updated(e.a) || updated(e.b);
         });
}

void BackwardSteps::before(const One& step, const Pattern& after,
                           const Each& each) {
  Pattern from;
  from.nodes = after.nodes;
  from.nodes.insert(step.movers.begin(), step.movers.end());
  std::deque<Goal> goals = {is(step.effects.guard, true)};
  const auto now = [&](std::uint32_t slot) {
    const auto at = step.updates.find(slot);
    if (at != step.updates.end()) return at->second;
    const flat::Slot& s = guarded_.slots[slot];
    return guarded_.terms.slot(slot, s.bounds, s.truth);
  };
  for (const auto& [slot, values] : after.slots) {
    if (!step.updates.contains(slot)) {
      if (!space_.narrow(from, slot, values)) return;
      continue;
    }
    Goal goal;
    goal.term = now(slot);
    goal.values = values;
    goal.low = space_.window_of(slot).low;
    goals.push_back(goal);
  }
  for (const Equation& e : after.equations) {
    Goal goal;
    goal.kind = e.negated ? Goal::Kind::differ : Goal::Kind::equal;
    goal.term = now(e.a);
    goal.other = now(e.b);
    goals.push_back(goal);
  }
  for (const auto& [slots, most] : after.orders) {
    Goal goal;
    goal.kind = Goal::Kind::at_most;
    goal.term = now(slots.first);
    goal.other = now(slots.second);
    goal.by = most;
    goals.push_back(goal);
  }
  find(std::move(goals), std::move(from), each);
}

void BackwardSteps::before(const Cube& cube, const Each& each) {
  for (const Pattern& after : space_.patterns(cube)) {
    for (const One& step : steps_) {
      network::poll(10);
      if (first_of_their_kind(step.movers, after.nodes) &&
          changes(step, after)) {
        before(step, after, each);
      }
    }
  }
}

void BackwardSteps::after(const Reached::Example& example, const Each& each) {
  const auto shown = space_.shown(*example.instance, example.state);
  if (!shown) return;
  const Pattern& now = *shown;
  for (const One& step : steps_) {
    network::poll(10);
    const bool at_hand = std::ranges::includes(now.nodes, step.movers);
    if (!at_hand || ways_.fails(is(step.effects.guard, true), now)) continue;
    Pattern next = now;
    for (const auto& [slot, term] : step.updates) {
      next.slots.erase(slot);
      const auto value = ways_.value(term, now);
      if (!value || !space_.speaks_of(next.nodes, slot)) continue;
      const Values only = space_.window_of(slot).only(*value);
      if (only != 0) next.slots[slot] = only;
    }
    each(space_.cube(next));
  }
}

}  // namespace vicinal::fixpoint::inline backward
