// SPDX-License-Identifier: MIT
// What holds of all members of a domain is kept as such, and becomes facts
// about the members that the question talks about:
//
//   premise and t1 in D1 and t2 in D2(t1) and ...  implies  claim(t1, t2, ...)
//
// one binder at a time. Every such fact is an instance of what holds; which
// of them are made matters to what can be proved only.
#include "obligations/meaning/instantiation.hpp"

#include <algorithm>
#include <utility>

#include "network/language/questions.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::size_t max_facts = 4000;  // of one question
// With those that are half instantiated. Where a join has many members there
// are very many choices, and few that give new facts: proofs of what is about
// three nodes have a few hundred.
constexpr std::size_t max_universals = 1200;

}  // namespace

Instantiation::Instantiation(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      domains_(q.domains),
      members_(q.members),
      expressions_(q.expressions),
      quantifiers_(q.quantifiers) {}

void Instantiation::for_all(Universal universal) {
  universals_.push_back(std::move(universal));
}

// Instances for members that are new. Whether there were any.
bool Instantiation::advance(std::size_t i) {
  if (facts_.all().size() > max_facts || universals_.size() > max_universals) {
    return false;
  }
  const Universal u = universals_[i];  // the list may grow below
  if (u.at == u.binders.size()) {
    if (u.seen.started) return false;
    universals_[i].seen.started = true;
    u.claim(u.env, u.premise);
    return true;
  }
  const Binder& binder = u.binders[u.at];
  if (!u.seen.started) {
    facts_.add(
        terms_.implies(terms_.both(u.premise, u.no_errors),
                       terms_.negate(domains_.domain_error(binder, u.env))));
  }
  Progress seen = u.seen;
  const std::vector<Choice> choices = members_.visible(binder, u.env, seen);
  universals_[i].seen = seen;
  for (const Choice& c : choices) {
    const Term premise = terms_.both(u.premise, facts_.unless_known(c.premise));
    if (terms_.is_no(premise)) continue;
    Env inner = u.env;
    inner.frame[binder.slot] = c.value;
    if (u.at + 1 == u.binders.size()) {
      u.claim(inner, premise);
    } else {
      Universal next = u;
      next.at = u.at + 1;
      next.env = std::move(inner);
      next.premise = premise;
      next.seen = {};
      universals_.push_back(std::move(next));
    }
  }
  return !choices.empty();
}

void Instantiation::advance_all() {
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < universals_.size(); ++i) {
      more = advance(i) || more;
    }
  }
}

void Instantiation::saturate() {
  members_.wait();
  advance_all();
  if (members_.goes_on()) {
    members_.admit();
    members_.wait();
    advance_all();
  }
  members_.admit();
  advance_all();
  quantifiers_.finish_counts();
  advance_all();
  members_.open();
}

// ---- assumptions -----------------------------------------------------------

// By structure, so that no truth value needs a name: the formula is true and
// its evaluation no error, if the premise holds.
void Instantiation::assume(ExprId id, const Env& env, Term premise) {
  assume(id, env, premise, false);
}

// `of_all`: it is said of all members, of which there come more and more if
// each has somebody of its own.
void Instantiation::assume(ExprId id, const Env& env, Term premise,
                           bool of_all) {
  if (terms_.is_no(premise)) return;
  const Expr& e = model_[id];
  if (e.op == Op::forall) {
    Universal u;
    u.binders = binders_of(model_, e.binders);
    u.env = env;
    u.premise = premise;
    u.no_errors = terms_.yes();
    const ExprId body = model_.child(e, 0);
    u.claim = [this, body](const Env& inner, Term holds) {
      assume(body, inner, holds, true);
    };
    for_all(std::move(u));
  } else if (e.op == Op::logical_and) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      assume(model_.child(e, i), env, premise, of_all);
    }
  } else if (!of_all && shows_somebody(e, env)) {
    assume_somebody(e, env, premise);
  } else if (e.op == Op::literal && e.value != 0) {
    return;
  } else if (e.op == Op::implies) {
    // Nothing is lost where nothing follows.
    const Expr& then = model_[model_.child(e, 1)];
    if (then.op == Op::literal && then.value != 0) return;
    const Result a = expressions_.translate(model_.child(e, 0), env);
    facts_.add(terms_.implies(premise, terms_.negate(a.error)));
    assume(model_.child(e, 1), env, terms_.both(premise, a.term()), of_all);
  } else {
    const Result r = expressions_.translate(id, env);
    facts_.add(
        terms_.implies(premise, terms_.both(r.term(), terms_.negate(r.error))));
  }
}

// Members of families, so many that they are not listed, of which nothing
// fails: then it is no error of the whole either, and one new constant says
// all.
bool Instantiation::shows_somebody(const Expr& e, const Env& env) {
  if (e.op != Op::exists || network::can_fail(model_, model_.child(e, 0))) {
    return false;
  }
  return std::ranges::all_of(binders_of(model_, e.binders), [&](const auto& b) {
    const bool family = b.domain == DomainKind::node_family ||
                        b.domain == DomainKind::process ||
                        b.domain == DomainKind::edge_family;
    return family && !domains_.listed(b, env);
  });
}

// New constants of which the body holds, one choice of families or another. So
// nothing is said of all others, as it is of a truth value that has a name.
void Instantiation::assume_somebody(const Expr& e, const Env& env,
                                    Term premise) {
  std::vector<std::pair<Env, Term>> found = {{env, premise}};
  for (const Binder& binder : binders_of(model_, e.binders)) {
    std::vector<std::pair<Env, Term>> longer;
    for (const auto& [outer, so_far] : found) {
      const std::vector<Choice> choices = domains_.fresh_choices(binder, outer);
      std::vector<Term> some = {terms_.negate(so_far)};
      for (const Choice& c : choices) {
        const Term chosen = choices.size() == 1
                                ? terms_.yes()
                                : terms_.fresh("chosen", Sort::truth);
        some.push_back(chosen);
        const Term here = terms_.both(so_far, chosen);
        facts_.add(terms_.implies(here, c.premise));
        members_.join_choice(binder, outer, c.value);
        Env inner = outer;
        inner.frame[binder.slot] = c.value;
        longer.emplace_back(std::move(inner), here);
      }
      few_choices(longer.size(), binder.span);
      facts_.add(terms_.any(std::move(some)));
    }
    found = std::move(longer);
  }
  for (const auto& [inner, here] : found) {
    assume(model_.child(e, 0), inner, here);
  }
}

// ---- enabled ---------------------------------------------------------------

// A binding is enabled where its guard holds and neither the guard nor the
// priority fails; of several the greatest is left, so that there is one. Where
// what a parameter ranges over cannot be found the action has no binding at
// all: of an action for which that may be, nothing is said.
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
      for (const network::Action& a : model_[process].actions) {
        excluded(a, acting, premise);
      }
    };
    instantiation_.for_all(std::move(u));
  }
  for (const network::Action& rule : model_.rules) excluded(rule, env, stuck);
  return enabled;
}

Term Enabled::of(const network::Action& action, const Env& env) {
  const Term enabled = terms_.fresh("enabled", Sort::truth);
  excluded(action, env, terms_.negate(enabled));
  return enabled;
}

// No binding of the action is enabled.
void Enabled::excluded(const network::Action& action, const Env& env,
                       Term premise) {
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

Term Enabled::holds(const network::Action& action, const Env& env) {
  const Term guard = action.guard.valid()
                         ? expressions_.holds(action.guard, env)
                         : terms_.yes();
  if (!action.priority.valid()) return guard;
  const Result priority = expressions_.translate(action.priority, env);
  return terms_.both(guard, terms_.negate(priority.error));
}

}  // namespace vicinal::obligations::inline meaning
