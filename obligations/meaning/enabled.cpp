// SPDX-License-Identifier: MIT
// A binding is enabled where its guard holds and neither the guard nor the
// priority fails; of several the greatest is left, so that there is one. Where
// what a parameter ranges over cannot be found the action has no binding at
// all: of an action for which that may be, nothing is said.
#include "obligations/meaning/enabled.hpp"

#include <algorithm>
#include <utility>

#include "network/language/questions.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

using network::Action;

Enabled::Enabled(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      domains_(q.domains),
      expressions_(q.expressions),
      instantiation_(q.instantiation) {}

Term Enabled::in(StateId state) {
  const auto [at, fresh] = known_.try_emplace(state);
  if (!fresh) return at->second;
  const Term enabled = terms_.fresh("enabled", Sort::truth);
  at->second = enabled;
  const Term stuck = terms_.negate(enabled);
  Env env = nothing_bound(model_);
  env.state = state;
  for (std::uint32_t f = 0; f < model_.node_families.size(); ++f) {
    Binder actor;
    actor.name = "actor";
    actor.domain = DomainKind::node_family;
    actor.item = f;
    actor.slot = model_.frame;  // nobody's
    Universal u;
    u.binders = {actor};
    u.env = env;
    u.premise = stuck;
    u.no_errors = terms_.yes();
    u.claim = [this, f](const Env& inner, Term premise) {
      Env acting = inner;
      acting.self = inner.frame[model_.frame];
      const auto process = model_.node_families[f].process;
      for (const Action& a : model_[process].actions) {
        excluded(a, acting, premise);
      }
    };
    instantiation_.for_all(std::move(u));
  }
  for (const Action& rule : model_.rules) excluded(rule, env, stuck);
  return enabled;
}

// No binding of the action is enabled.
void Enabled::excluded(const Action& action, const Env& env, Term premise) {
  const std::vector<Binder> binders = binders_of(model_, action.binders);
  if (!always_found(binders, env)) return;
  const auto claim = [this, &action](const Env& inner, Term found) {
    facts_.add(terms_.implies(found, terms_.negate(holds(action, inner))));
  };
  if (binders.empty()) return claim(env, premise);
  Universal u;
  u.binders = binders;
  u.env = env;
  u.premise = premise;
  u.no_errors = terms_.yes();
  u.claim = claim;
  instantiation_.for_all(std::move(u));
}

// Whatever is bound, and in every state, it is known what the parameters range
// over.
bool Enabled::always_found(std::span<const Binder> binders, const Env& env) {
  return std::ranges::all_of(binders, [&](const Binder& b) {
    const auto needs_others = [this](ExprId part) {
      return part.valid() && !network::free_slots(model_, part).empty();
    };
    // A node that is bound is one.
    if (b.node.valid() && model_[b.node].op == Op::bound) return true;
    return !needs_others(b.node) && !needs_others(b.low) &&
           !needs_others(b.high) && terms_.is_no(domains_.domain_error(b, env));
  });
}

Term Enabled::holds(const Action& action, const Env& env) {
  const Term guard = action.guard.valid()
                         ? expressions_.holds(action.guard, env)
                         : terms_.yes();
  if (!action.priority.valid()) return guard;
  const Result priority = expressions_.translate(action.priority, env);
  return terms_.both(guard, terms_.negate(priority.error));
}

}  // namespace vicinal::obligations::inline meaning
