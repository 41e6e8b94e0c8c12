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
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::size_t max_facts = 4000;  // of one question
// With those that are half instantiated. Where a join has many members there
// are very many choices, and few that give new facts: proofs of what is about
// three nodes have a few hundred.
constexpr std::size_t max_universals = 1200;
// Of several members together: two that are there because of others, or one
// that is there because of such.
constexpr int max_depth = 2;

}  // namespace

Instantiation::Instantiation(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      domains_(q.domains),
      members_(q.members),
      expressions_(q.expressions),
      quantifiers_(q.quantifiers),
      totals_(q.totals) {}

void Instantiation::for_all(Universal universal) {
  universals_.push_back(std::move(universal));
}

// Whether what is said of each number of a range quantifies, so that each
// brings members of its own, and compares the number with no index and calls
// nobody by it: then who has that index is not meant.
bool Instantiation::asks_no_index(const Binder& binder, ExprId body) const {
  if (binder.domain != DomainKind::range || !body.valid() ||
      !network::quantifies(model_, body)) {
    return false;
  }
  const auto is_index = [](const Expr& e) { return e.op == Op::node_index; };
  return !network::walk(model_, body, [&](ExprId id, const Expr& e) {
    if (!network::mentions(model_, id, binder.slot)) return network::Go::past;
    const bool names = e.op == Op::family_node || e.op == Op::family_edge ||
                       e.op == Op::shared || e.op == Op::element;
    const bool compares =
        network::is_comparison(e.op) && network::any(model_, id, is_index);
    return names || compares ? network::Go::stop : network::Go::into;
  });
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
    universals_[i].seen.no_indices = asks_no_index(binder, u.body);
    facts_.add(
        terms_.implies(terms_.both(u.premise, u.no_errors),
                       terms_.negate(domains_.domain_error(binder, u.env))));
  }
  Progress seen = universals_[i].seen;
  const std::vector<Choice> choices = members_.visible(binder, u.env, seen);
  universals_[i].seen = seen;
  for (const Choice& c : choices) {
    const Term premise = terms_.both(u.premise, facts_.unless_known(c.premise));
    const int depth = u.depth + members_.depth(c.value);
    if (terms_.is_no(premise) || (u.binders.size() > 1 && depth > max_depth)) {
      continue;
    }
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
      next.seen.by_levels = u.seen.by_levels;
      next.depth = depth;
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
  for (int rounds = 0; members_.goes_on(rounds); ++rounds) {
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
    u.seen.by_levels = totals_.over_levels(id);
    const ExprId body = model_.child(e, 0);
    u.body = body;
    u.claim = [this, body](const Env& inner, Term holds) {
      assume(body, inner, holds, true);
    };
    for_all(std::move(u));
  } else if (e.op == Op::logical_and) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      assume(model_.child(e, i), env, premise, of_all);
    }
  } else if ((!of_all || members_.follows_relations()) &&
             shows_somebody(id, env)) {
    put_somebody(e, env, premise, false);
  } else if (e.op == Op::logical_not && members_.follows_relations() &&
             !may_fail(id, env)) {
    deny(model_.child(e, 0), env, premise);
  } else if (e.op == Op::logical_or && members_.follows_relations() &&
             !may_fail(id, env)) {
    some_part(e, env, premise, false);
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

// Whether evaluation may be a model error. An array that nodes index has an
// element at each node of the family, as one that is bound is.
bool Instantiation::may_fail(ExprId whole, const Env& env) {
  std::vector<Binder> bound;
  network::any(model_, whole, [&](const Expr& e) {
    const auto more = binders_of(model_, e.binders);
    bound.insert(bound.end(), more.begin(), more.end());
    return false;
  });
  const auto is_there = [&](const Expr& e) {
    const network::Type& array = model_[model_[model_.child(e, 0)].type];
    const Expr& at = model_[model_.child(e, 1)];
    if (array.kind != TypeKind::node_array || at.op != Op::bound) return false;
    bool inside = false;
    for (const Binder& b : bound) {
      if (b.slot != at.item) continue;
      inside = true;
      if (b.domain != DomainKind::node_family || b.item != array.family.value) {
        return false;
      }
    }
    return inside || env.frame[at.item].family == array.family.value;
  };
  return network::any(model_, whole, [&](const Expr& e) {
    return network::can_fail(e) && (e.op != Op::element || !is_there(e));
  });
}

// Members of families, so many that they are not listed, of which nothing
// fails: then it is no error of the whole either, and one new constant says
// all.
bool Instantiation::shows_somebody(ExprId id, const Env& env) {
  const Expr& e = model_[id];
  return e.op == Op::exists && !may_fail(id, env) &&
         (over_families(e, env) || over_numbers(e, env));
}

// Of a range, as well, that always can be found.
bool Instantiation::over_numbers(const Expr& e, const Env& env) {
  const auto binders = binders_of(model_, e.binders);
  return binders.size() == 1 && binders[0].domain == DomainKind::range &&
         terms_.is_no(domains_.domain_error(binders[0], env)) &&
         !domains_.listed(binders[0], env);
}

bool Instantiation::over_families(const Expr& e, const Env& env) {
  return std::ranges::all_of(binders_of(model_, e.binders), [&](const auto& b) {
    const bool family = b.domain == DomainKind::node_family ||
                        b.domain == DomainKind::process ||
                        b.domain == DomainKind::edge_family;
    return family && !domains_.listed(b, env);
  });
}

// One part or another, each by a truth of its own, of which only that it
// implies the part, or denies it, is said. As nothing fails, no part hides what
// another one does.
void Instantiation::some_part(const Expr& e, const Env& env, Term premise,
                              bool denied) {
  std::vector<Term> some = {terms_.negate(premise)};
  for (std::uint32_t i = 0; i < e.children.size(); ++i) {
    const ExprId part = model_.child(e, i);
    if (!network::quantifies(model_, part)) {
      const Term t = expressions_.translate(part, env).term();
      some.push_back(denied ? terms_.negate(t) : t);
      continue;
    }
    some.push_back(terms_.fresh("part", Sort::truth));
    const Term here = terms_.both(premise, some.back());
    if (denied) {
      deny(part, env, here);
    } else {
      assume(part, env, here, true);
    }
  }
  facts_.add(terms_.any(std::move(some)));
}

Term Instantiation::denied(ExprId formula, const Env& env) {
  if (!members_.follows_relations() || may_fail(formula, env)) {
    return terms_.negate(expressions_.holds(formula, env));
  }
  const Term denied = terms_.fresh("denied", Sort::truth);
  deny(formula, env, denied);
  return denied;
}

// By structure, too: no member satisfies it, or a new constant does not.
void Instantiation::deny(ExprId id, const Env& env, Term premise) {
  const Expr& e = model_[id];
  if (e.op == Op::logical_not) {
    assume(model_.child(e, 0), env, premise, true);
  } else if (e.op == Op::implies) {
    assume(model_.child(e, 0), env, premise, true);
    deny(model_.child(e, 1), env, premise);
  } else if (e.op == Op::logical_or) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      deny(model_.child(e, i), env, premise);
    }
  } else if (e.op == Op::logical_and && network::quantifies(model_, id)) {
    some_part(e, env, premise, true);
  } else if (e.op == Op::exists && over_families(e, env)) {
    Universal u;
    u.binders = binders_of(model_, e.binders);
    u.env = env;
    u.premise = premise;
    u.no_errors = terms_.yes();
    u.claim = [this, body = model_.child(e, 0)](const Env& inner, Term holds) {
      deny(body, inner, holds);
    };
    for_all(std::move(u));
  } else if (e.op == Op::forall && over_families(e, env)) {
    put_somebody(e, env, premise, true);
  } else {
    const Term t = expressions_.translate(id, env).term();
    facts_.add(terms_.implies(premise, terms_.negate(t)));
  }
}

// Where relations are followed, whoever the body holds of, if it holds of
// anybody, is one constant for all bodies that say the same of a probe, which
// is no member: quorums s and t have somebody in common, who is the same for t
// and s. Bodies that quantify are not compared.
std::vector<Choice> Instantiation::somebody(const Binder& binder, const Expr& e,
                                            const Env& env) {
  const ExprId body = model_.child(e, 0);
  if (!members_.follows_relations() || e.binders.end - e.binders.begin != 1 ||
      binder.domain != DomainKind::node_family ||
      network::quantifies(model_, body)) {
    return domains_.fresh_choices(binder, env);
  }
  const auto [probe, is_new] = probes_.try_emplace(binder.item);
  if (is_new) probe->second = domains_.fresh_choices(binder, env)[0].value;
  Env probed = env;
  probed.frame[binder.slot] = probe->second;
  Term said = expressions_.translate(body, probed).term();
  if (e.op == Op::forall) said = terms_.negate(said);
  const auto [known, unheard] = somebody_.try_emplace({binder.item, said});
  if (unheard) known->second = domains_.fresh_choices(binder, env)[0];
  return {known->second};
}

// New constants of which the body holds, one choice of families or another. So
// nothing is said of all others, as it is of a truth value that has a name.
void Instantiation::put_somebody(const Expr& e, const Env& env, Term premise,
                                 bool denied) {
  // Nothing would be said of them.
  if (members_.follows_relations() && members_.closed()) return;
  std::vector<std::pair<Env, Term>> found = {{env, premise}};
  for (const Binder& binder : binders_of(model_, e.binders)) {
    std::vector<std::pair<Env, Term>> longer;
    for (const auto& [outer, so_far] : found) {
      const std::vector<Choice> choices = somebody(binder, e, outer);
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
  const ExprId body = model_.child(e, 0);
  for (const auto& [inner, here] : found) {
    if (denied) {
      deny(body, inner, here);
    } else {
      assume(body, inner, here);
    }
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
