// SPDX-License-Identifier: MIT
// What holds of all members of a domain is kept as such, and becomes facts
// about the members that the question talks about:
//
//   premise and t1 in D1 and t2 in D2(t1) and ...  implies  claim(t1, t2, ...)
//
// one binder at a time. Every such fact is an instance of what holds; which
// of them are made matters to what can be proved only.
#include "obligations/meaning/instantiation.hpp"

#include <utility>

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
      assume(body, inner, holds);
    };
    for_all(std::move(u));
  } else if (e.op == Op::logical_and) {
    for (std::uint32_t i = 0; i < e.children.size(); ++i) {
      assume(model_.child(e, i), env, premise);
    }
  } else if (e.op == Op::literal && e.value != 0) {
    return;
  } else if (e.op == Op::implies) {
    // Nothing is lost where nothing follows.
    const Expr& then = model_[model_.child(e, 1)];
    if (then.op == Op::literal && then.value != 0) return;
    const Result a = expressions_.translate(model_.child(e, 0), env);
    facts_.add(terms_.implies(premise, terms_.negate(a.error)));
    assume(model_.child(e, 1), env, terms_.both(premise, a.term()));
  } else {
    const Result r = expressions_.translate(id, env);
    facts_.add(
        terms_.implies(premise, terms_.both(r.term(), terms_.negate(r.error))));
  }
}

}  // namespace vicinal::obligations::inline meaning
