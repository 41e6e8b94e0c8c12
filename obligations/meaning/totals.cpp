// SPDX-License-Identifier: MIT
// A member that nothing is written of adds the same before and after. So the
// total afterwards is the one before and, for each member that is written, the
// difference of what it adds: for each of them once, if several names mean one,
// and only if there is such a member. What names none (an index out of bounds,
// `none`) fails when it is written, and is part of no total: facts hold of
// steps that fail, too.
#include "obligations/meaning/totals.hpp"

#include <utility>

#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

bool over_members(DomainKind domain) {
  return domain == DomainKind::node_family || domain == DomainKind::edge_family;
}

// Operators whose value is that of their operands.
bool is_plain(const Expr& e) {
  switch (e.op) {
    case Op::literal:
    case Op::parameter:
    case Op::bound:
    case Op::process_constant:
    case Op::node_index:
    case Op::to_reference:
    case Op::field:
    case Op::if_then_else:
      return true;
    default:
      return network::is_arithmetic(e.op) || network::is_comparison(e.op) ||
             network::is_logical(e.op);
  }
}

}  // namespace

Totals::Totals(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      places_(q.places),
      expressions_(q.expressions) {}

const Binder& Totals::binder_of(ExprId total) const {
  return model_.binders[model_[total].binders.begin];
}

ExprId Totals::body_of(ExprId total) const {
  const Expr& e = model_[total];
  return model_.child(e, e.children.size() - 1);
}

bool Totals::of_members(ExprId total) const {
  const Expr& e = model_[total];
  if (e.binders.size() != 1 || !over_members(binder_of(total).domain)) {
    return false;
  }
  const std::uint32_t slot = binder_of(total).slot;
  const auto own = [&](const Expr& x) {
    if (!x.binders.empty()) return false;
    if (x.op != Op::variable && x.op != Op::edge_value) return is_plain(x);
    const Expr& of = model_[model_.child(x, 0)];
    return of.op == Op::bound && of.item == slot;
  };
  const ExprId body = body_of(total);
  return network::every(model_, body, own) && !network::can_fail(model_, body);
}

// The same expression, but for the names of the members. What is bound outside
// is the same value, which no step changes; or, if asked for, it is the same
// where these terms are equal.
bool Totals::alike(const Named& a, const Named& b,
                   std::vector<Term>* equal) const {
  const Expr& x = model_[a.expr];
  const Expr& y = model_[b.expr];
  if (x.op != y.op || x.value != y.value || x.type != y.type ||
      x.children.size() != y.children.size()) {
    return false;
  }
  if (x.op != Op::bound) {
    if (x.item != y.item) return false;
  } else if (x.item == a.member || y.item == b.member) {
    if (x.item != a.member || y.item != b.member) return false;
  } else if (a.env.frame[x.item] != b.env.frame[y.item]) {
    if (equal == nullptr) return false;
    equal->push_back(same(terms_, a.env.frame[x.item], b.env.frame[y.item]));
  }
  for (std::size_t i = 0; i < x.children.size(); ++i) {
    if (!alike({model_.child(x, i), a.env, a.member},
               {model_.child(y, i), b.env, b.member}, equal)) {
      return false;
    }
  }
  return true;
}

bool Totals::one_family(ExprId a, ExprId b) const {
  const Binder& x = binder_of(a);
  const Binder& y = binder_of(b);
  return x.domain == y.domain && x.item == y.item;
}

Totals::Class* Totals::find(ExprId total, const Env& env) {
  const bool sum = model_[total].op == Op::sum;
  const Named it{body_of(total), env, binder_of(total).slot};
  for (Class& c : classes_) {
    if ((model_[c.expr].op == Op::sum) == sum && one_family(c.expr, total) &&
        alike({body_of(c.expr), c.env, binder_of(c.expr).slot}, it)) {
      return &c;
    }
  }
  return nullptr;
}

Totals::Class& Totals::class_of(ExprId total, const Env& env) {
  if (Class* c = find(total, env)) return *c;
  return classes_.emplace_back(Class{total, env, {}});
}

// Two totals of which only what is bound outside differs have one value where
// that is the same member.
void Totals::same_where_equal(const Class& c, StateId state) {
  const Named it{body_of(c.expr), c.env, binder_of(c.expr).slot};
  for (const Class& other : classes_) {
    const auto value = other.values.find(state);
    if (&other == &c || value == other.values.end()) continue;
    if ((model_[c.expr].op == Op::sum) != (model_[other.expr].op == Op::sum) ||
        !one_family(c.expr, other.expr)) {
      continue;
    }
    std::vector<Term> equal;
    if (!alike(it, {body_of(other.expr), other.env, binder_of(other.expr).slot},
               &equal)) {
      continue;
    }
    facts_.add(terms_.implies(
        terms_.all(std::move(equal)),
        terms_.equal(c.values.at(state).value, value->second.value)));
  }
}

Totals::Known* Totals::known(ExprId total, const Env& env) {
  Class* c = of_members(total) ? find(total, env) : nullptr;
  if (c == nullptr) return nullptr;
  const auto at = c->values.find(env.state);
  return at == c->values.end() ? nullptr : &at->second;
}

// `m`, `!m`, `m == literal`.
Totals::Asked Totals::asked(ExprId count) const {
  const ExprId body = body_of(count);
  const Expr& e = model_[body];
  if (e.op == Op::logical_not) return {model_.child(e, 0), 0};
  if (e.op == Op::equal) {
    for (const std::size_t side : {0U, 1U}) {
      const Expr& value = model_[model_.child(e, 1 - side)];
      if (value.op == Op::literal) return {model_.child(e, side), value.value};
    }
  }
  return {body, 1};
}

bool Totals::exclusive(ExprId a, const Env& of_a, ExprId b,
                       const Env& of_b) const {
  const bool counts = model_[a].op != Op::sum && model_[b].op != Op::sum;
  if (!counts || !of_members(a) || !of_members(b) || !one_family(a, b)) {
    return false;
  }
  const Asked x = asked(a);
  const Asked y = asked(b);
  return x.value != y.value && alike({x.subject, of_a, binder_of(a).slot},
                                     {y.subject, of_b, binder_of(b).slot});
}

bool Totals::exhaustive(ExprId count, std::size_t counts) const {
  const network::Type& type = model_[model_[asked(count).subject].type];
  if (type.kind == network::TypeKind::boolean) return counts == 2;
  return type.kind == network::TypeKind::enumeration &&
         counts == model_.enums[type.enumeration.index()].constants.size();
}

Term Totals::share(ExprId total, const Env& env, const Value& member,
                   StateId state) {
  Env inner = env;
  inner.state = state;
  inner.frame[binder_of(total).slot] = member;
  const Term t = expressions_.translate(body_of(total), inner).term();
  if (model_[total].op == Op::sum) return t;
  return terms_.choose(t, terms_.number(1), terms_.number(0));
}

void Totals::add(ExprId total, const Env& env, Term value) {
  if (!of_members(total)) return;
  Class& c = class_of(total, env);
  const auto [known, fresh] =
      c.values.emplace(env.state, Known{value, terms_.no()});
  if (!fresh) {
    facts_.add(terms_.equal(known->second.value, value));
    return;
  }
  same_where_equal(c, env.state);
  if (env.state == 0) return;
  const auto before = c.values.find(0);
  if (before != c.values.end()) {
    change(total, env, before->second.value, value);
    return;
  }
  // Of an `atmost` the number has no expression of its own.
  const Op op = model_[total].op;
  if (op != Op::count && op != Op::sum) return;
  Env start = env;
  start.state = 0;
  const Term first = expressions_.translate(total, start).term();
  change(total, env, first, value);
}

void Totals::change(ExprId total, const Env& env, Term before, Term after) {
  const Binder& binder = binder_of(total);
  const bool nodes = binder.domain == DomainKind::node_family;
  const auto written = places_.written(
      nodes ? PlaceKind::node : PlaceKind::edge, binder.item, env.state);
  if (!written) return;
  Term now = before;
  for (std::size_t a = 0; a < written->size(); ++a) {
    const Value& member = (*written)[a];
    std::vector<Term> first = {facts_.unless_known(
        nodes ? sizes_.in_range(member) : sizes_.edge_in_range(member))};
    for (std::size_t b = 0; b < a; ++b) {
      first.push_back(terms_.negate(same(terms_, member, (*written)[b])));
    }
    const Term more = terms_.subtract(share(total, env, member, env.state),
                                      share(total, env, member, 0));
    now = terms_.add(now, terms_.choose(terms_.all(std::move(first)), more,
                                        terms_.number(0)));
  }
  facts_.add(terms_.equal(after, now));
}

}  // namespace vicinal::obligations::inline meaning
