// SPDX-License-Identifier: MIT
// What holds of all members of a domain is kept as such, and becomes facts
// about the members that the question talks about:
//
//   premise and t1 in D1 and t2 in D2(t1) and ...  implies  claim(t1, t2, ...)
//
// one binder at a time. Every such fact is an instance of what holds; which
// of them are made matters to what can be proved only.
#include <algorithm>

#include "obligations/query.hpp"

namespace vicinal::obligations {

namespace {

constexpr std::int64_t few = 4;          // list these members rather than look
constexpr std::size_t max_facts = 4000;  // of one question

}  // namespace

void Query::for_all(Universal universal) {
  universals_.push_back(std::move(universal));
}

// The members that this universal has not seen yet.
std::vector<Choice> Query::visible(const Binder& binder, const Env& env,
                                   Progress& seen) {
  std::vector<Choice> list;
  if (!seen.started) {
    seen.started = true;
    if (auto all = listed(binder, env, few)) {
      seen.listed = true;
      return *all;
    }
  }
  if (seen.listed) return list;
  switch (binder.domain) {
    case DomainKind::node_family:
    case DomainKind::process: {
      const auto from = families(binder);
      for (; seen.nodes < nodes_.size(); ++seen.nodes) {
        const Value& n = nodes_[seen.nodes];
        if (std::find(from.begin(), from.end(), n.family) == from.end()) {
          continue;
        }
        list.push_back({n, in_range(n)});
      }
      break;
    }
    case DomainKind::edge_family:
    case DomainKind::port_set: {
      // Asking who is a member may make members known: the list may grow.
      const std::size_t end = edges_.size();
      for (; seen.edges < end; ++seen.edges) {
        const Value e = edges_[seen.edges];
        Term premise = edge_in_range(e);
        if (binder.domain == DomainKind::edge_family) {
          premise = terms.both(
              premise, terms.equal(e.slots[0], terms.number(binder.item)));
        } else {
          const Value node = translate(binder.node, env).value;
          premise = terms.both(premise, member(node, binder.item, e));
        }
        list.push_back({e, premise});
      }
      break;
    }
    case DomainKind::range: {
      if (seen.numbers == 0) {
        const Term low = translate(binder.low, env).term();
        list.push_back({{{low}}, between(binder, env, low)});
      }
      for (; seen.numbers < numbers_.size(); ++seen.numbers) {
        const Value v = numbers_[seen.numbers];
        list.push_back({v, between(binder, env, v.slots[0])});
      }
      break;
    }
    case DomainKind::enumeration:
      break;  // always listed, unless it is long
  }
  return list;
}

// Instances for members that are new. Whether there were any.
bool Query::advance(std::size_t i) {
  if (facts.size() > max_facts) return false;
  const Universal u = universals_[i];  // the list may grow below
  if (u.at == u.binders.size()) {
    if (u.seen.started) return false;
    universals_[i].seen.started = true;
    u.claim(u.env, u.premise);
    return true;
  }
  const Binder& binder = u.binders[u.at];
  if (!u.seen.started) {
    fact(terms.implies(terms.both(u.premise, u.no_errors),
                       terms.negate(domain_error(binder, u.env))));
  }
  Progress seen = u.seen;
  const std::vector<Choice> choices = visible(binder, u.env, seen);
  universals_[i].seen = seen;
  for (const Choice& c : choices) {
    const Term premise = terms.both(u.premise, unless_known(c.premise));
    if (terms.is_no(premise)) continue;
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

void Query::advance_all() {
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < universals_.size(); ++i) {
      more = advance(i) || more;
    }
  }
}

void Query::saturate() {
  saturating_ = true;
  advance_all();
  saturating_ = false;
  for (const auto& [list, later] :
       {std::pair(&nodes_, &new_nodes_), std::pair(&edges_, &new_edges_),
        std::pair(&numbers_, &new_numbers_)}) {
    list->insert(list->end(), later->begin(), later->end());
    later->clear();
  }
  closed_ = true;
  advance_all();
  // A count says less of members that came up later: it is taken again.
  const std::size_t members = nodes_.size() + edges_.size() + numbers_.size();
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i].members == members) continue;
    counts_[i].members = members;
    finish_count(i);
  }
  advance_all();
  closed_ = false;
}

// ---- assumptions -----------------------------------------------------------

// By structure, so that no truth value needs a name: the formula is true and
// its evaluation no error, if the premise holds.
void Query::assume(ExprId id, const Env& env, Term premise) {
  if (terms.is_no(premise)) return;
  const Expr& e = model_[id];
  if (e.op == Op::forall) {
    Universal u;
    u.binders = binders(e);
    u.env = env;
    u.premise = premise;
    u.no_errors = terms.yes();
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
    const Result a = translate(model_.child(e, 0), env);
    fact(terms.implies(premise, terms.negate(a.error)));
    assume(model_.child(e, 1), env, terms.both(premise, a.term()));
  } else {
    const Result r = translate(id, env);
    fact(terms.implies(premise, terms.both(r.term(), terms.negate(r.error))));
  }
}

std::vector<Binder> Query::binders(const Expr& e) const {
  return {model_.binders.begin() + e.binders.begin,
          model_.binders.begin() + e.binders.end};
}

Term Query::holds(ExprId e, const Env& env) {
  const Result r = translate(e, env);
  return terms.both(r.term(), terms.negate(r.error));
}

}  // namespace vicinal::obligations
