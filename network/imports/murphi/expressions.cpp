// SPDX-License-Identifier: MIT
// Expressions. Division truncates in Murphi and is Euclidean here; quantifiers
// stop at the first that decides in Murphi, and look at all here, so that one
// whose body may fail is written out.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "network/base/budget.hpp"
#include "network/imports/murphi/codes.hpp"
#include "network/imports/murphi/translator_impl.hpp"

namespace vicinal::murphi {
namespace {

constexpr std::int64_t max_written_out = 64;
// Sums and products of numbers below cannot leave 64 bits.
constexpr std::int64_t far = std::int64_t{1} << 62;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// The result, or the end of what fits that lies on its side.
std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (!__builtin_add_overflow(a, b, &r)) return r;
  return a > 0 ? most : -most;
}
std::int64_t opposite(std::int64_t a) {
  return a < -most ? most : -a;
}
std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  if (!__builtin_mul_overflow(a, b, &r)) return r;
  return (a > 0) == (b > 0) ? most : -most;
}
std::int64_t bounded(std::int64_t x) {
  return std::clamp(x, -far, far);
}

template <typename T>
const rumur::BinaryExpr* as(const rumur::Expr& e) {
  return dynamic_cast<const T*>(&e);
}

}  // namespace

Value Translator::boolean(ExprId e) const {
  Value v;
  v.e = e;
  v.type = 0;
  v.low = 0;
  v.high = 1;
  return v;
}

Value Translator::wrong(Span span, network::Code code,
                        const std::string& message) {
  diagnostics_.error(code, span, message);
  return boolean(make_.boolean(true, span));
}

// `a`, with what `b` reads and whether it fails.
Value Translator::joined_parts(Value a, const Value& b) {
  a.fails = a.fails || b.fails;
  a.reads.insert(b.reads.begin(), b.reads.end());
  return a;
}

Value Translator::name_value(const rumur::ExprID& e) {
  const auto* c = dynamic_cast<const rumur::ConstDecl*>(e.value.get());
  if (c != nullptr) {
    const std::int64_t position = folded(*c->value);
    TypeRef type = type_of(*e.type());
    if (types_[type].sort == Sort::number) {
      type = number_type(position, position);
    }
    return literal(type, position, span(e));
  }
  const auto found = bindings_.find(e.value->unique_id);
  if (found == bindings_.end()) {
    return wrong(span(e), codes::not_a_model,
                 fmt::format("'{}' has no meaning here", e.id));
  }
  if (found->second.value) return *found->second.value;
  if (!is_simple(found->second.place->type)) {
    return wrong(span(e), codes::call_or_record_not_taken,
                 "a whole array or record has no value here");
  }
  return read(*found->second.place, span(e));
}

// Of operators with two sides; empty of other expressions.
std::optional<Value> Translator::binary(const rumur::Expr& e) {
  struct Operator {
    const rumur::BinaryExpr* (*as)(const rumur::Expr&);
    Value (Translator::*value)(const rumur::BinaryExpr&, ExprKind);
    ExprKind kind;
  };
  static const Operator operators[] = {
      {as<rumur::And>, &Translator::junction, ExprKind::logical_and},
      {as<rumur::Or>, &Translator::junction, ExprKind::logical_or},
      {as<rumur::Implication>, &Translator::junction, ExprKind::implies},
      {as<rumur::Eq>, &Translator::equality, ExprKind::equal},
      {as<rumur::Neq>, &Translator::equality, ExprKind::not_equal},
      {as<rumur::Lt>, &Translator::comparison, ExprKind::less},
      {as<rumur::Leq>, &Translator::comparison, ExprKind::less_equal},
      {as<rumur::Gt>, &Translator::comparison, ExprKind::greater},
      {as<rumur::Geq>, &Translator::comparison, ExprKind::greater_equal},
      {as<rumur::Add>, &Translator::arithmetic, ExprKind::add},
      {as<rumur::Sub>, &Translator::arithmetic, ExprKind::subtract},
      {as<rumur::Mul>, &Translator::arithmetic, ExprKind::multiply},
      {as<rumur::Div>, &Translator::division, ExprKind::divide},
      {as<rumur::Mod>, &Translator::division, ExprKind::modulo},
  };
  for (const Operator& one : operators) {
    if (const auto* both = one.as(e))
      return (this->*one.value)(*both, one.kind);
  }
  return {};
}

Value Translator::negation(const rumur::Not& e) {
  Value v = value(*e.rhs);
  if (v.constant) return literal(0, 1 - *v.constant, span(e));
  const ast::Expr& inner = tree_[v.e];
  v.e = inner.kind == ExprKind::logical_not
            ? tree_.child(inner, 0)
            : make_.make(ExprKind::logical_not, {v.e}, span(e));
  return v;
}

Value Translator::negative(const rumur::Negative& e) {
  Value v = value(*e.rhs);
  if (v.constant && *v.constant > -far) {
    return literal(number_type(-*v.constant, -*v.constant), -*v.constant,
                   span(e));
  }
  v.e = make_.make(ExprKind::negate, {v.e}, span(e));
  std::swap(v.low, v.high);
  v.low = bounded(opposite(v.low));
  v.high = bounded(opposite(v.high));
  v.constant = {};
  v.cell = "?";
  return v;
}

Value Translator::value(const rumur::Expr& e) {
  network::poll();
  if (const auto* n = dynamic_cast<const rumur::Number*>(&e)) {
    const std::int64_t number = folded(*n);
    return literal(number_type(number, number), number, span(e));
  }
  if (const auto* id = dynamic_cast<const rumur::ExprID*>(&e)) {
    return name_value(*id);
  }
  if (dynamic_cast<const rumur::Field*>(&e) != nullptr ||
      dynamic_cast<const rumur::Element*>(&e) != nullptr) {
    const auto at = place(e);
    if (!at || !is_simple(at->type)) {
      return wrong(span(e), codes::call_or_record_not_taken,
                   "a part of a record or an array that is no variable");
    }
    return read(*at, span(e));
  }
  if (const auto both = binary(e)) return *both;
  if (const auto* n = dynamic_cast<const rumur::Not*>(&e)) return negation(*n);
  if (const auto* n = dynamic_cast<const rumur::Negative*>(&e)) {
    return negative(*n);
  }
  if (const auto* t = dynamic_cast<const rumur::Ternary*>(&e)) {
    return ternary(*t);
  }
  if (const auto* x = dynamic_cast<const rumur::Exists*>(&e)) {
    return quantifier(x->quantifier, *x->expr, false, span(e));
  }
  if (const auto* x = dynamic_cast<const rumur::Forall*>(&e)) {
    return quantifier(x->quantifier, *x->expr, true, span(e));
  }
  if (const auto* u = dynamic_cast<const rumur::IsUndefined*>(&e)) {
    return is_undefined(*u);
  }
  if (const auto* c = dynamic_cast<const rumur::FunctionCall*>(&e)) {
    return call(*c);
  }
  return wrong(span(e), codes::operator_on_bits,
               "shifts and operators on bits are not taken");
}

// What is known to be defined where e is true, or false.
void Translator::assume(const rumur::Expr& e, bool truth) {
  if (const auto* n = dynamic_cast<const rumur::Not*>(&e)) {
    assume(*n->rhs, !truth);
  } else if (const auto* a = dynamic_cast<const rumur::And*>(&e)) {
    if (!truth) return;
    assume(*a->lhs, true);
    assume(*a->rhs, true);
  } else if (const auto* o = dynamic_cast<const rumur::Or*>(&e)) {
    if (truth) return;
    assume(*o->lhs, false);
    assume(*o->rhs, false);
  } else if (const auto* u = dynamic_cast<const rumur::IsUndefined*>(&e)) {
    if (truth) return;
    const auto at = place(*u->rhs);
    if (at) define(at->variable, leaf(*at), at->indices);
  }
}

// What may not be evaluated has no statement before it.
Value Translator::junction(const rumur::BinaryExpr& e, ExprKind kind) {
  const Value a = value(*e.lhs);
  Out* const before = hoisted_;
  hoisted_ = nullptr;
  const Defined defined = defined_;
  assume(*e.lhs, kind != ExprKind::logical_or);
  const Value b = value(*e.rhs);
  defined_ = defined;
  hoisted_ = before;
  if (a.constant) {
    const bool first = *a.constant != 0;
    if (kind == ExprKind::logical_or && first) return literal(0, 1, span(e));
    if (kind == ExprKind::logical_and && !first) return literal(0, 0, span(e));
    if (kind == ExprKind::implies && !first) return literal(0, 1, span(e));
    return b;
  }
  return joined_parts(
      joined_parts(boolean(make_.make(kind, {a.e, b.e}, span(e))), a), b);
}

Value Translator::arithmetic(const rumur::BinaryExpr& e, ExprKind kind) {
  const Value a = value(*e.lhs);
  const Value b = value(*e.rhs);
  std::int64_t low = 0;
  std::int64_t high = 0;
  if (kind == ExprKind::add) {
    low = sum(a.low, b.low);
    high = sum(a.high, b.high);
  } else if (kind == ExprKind::subtract) {
    low = sum(a.low, opposite(b.high));
    high = sum(a.high, opposite(b.low));
  } else {
    std::tie(low, high) =
        std::minmax({product(a.low, b.low), product(a.low, b.high),
                     product(a.high, b.low), product(a.high, b.high)});
  }
  if (a.constant && b.constant && low > -far && high < far) {
    return literal(number_type(low, low), low, span(e));
  }
  Value v = joined_parts(
      joined_parts(boolean(make_.make(kind, {a.e, b.e}, span(e))), a), b);
  v.low = bounded(low);
  v.high = bounded(high);
  v.type = number_type(-far, far);
  v.fails = v.fails || low < -far || high > far;
  return v;
}

Value Translator::division(const rumur::BinaryExpr& e, ExprKind kind) {
  const Value a = value(*e.lhs);
  const Value b = value(*e.rhs);
  const bool remainder = kind == ExprKind::modulo;
  Value v = joined_parts(
      joined_parts(boolean(make_.make(kind, {a.e, b.e}, span(e))), a), b);
  v.type = number_type(-far, far);
  v.fails = v.fails || (b.low <= 0 && b.high >= 0);
  if (a.low < 0) {
    // Of a negative number the sign is put outside.
    const ExprId other = make_.make(
        ExprKind::negate,
        {make_.make(kind, {make_.make(ExprKind::negate, {a.e}, span(e)), b.e},
                    span(e))},
        span(e));
    v.e = make_.make(ExprKind::if_then_else,
                     {make_.make(ExprKind::greater_equal,
                                 {a.e, make_.integer(0, span(e))}, span(e)),
                      v.e, other},
                     span(e));
  }
  const std::int64_t greatest =
      std::max(bounded(opposite(a.low)), bounded(a.high));
  v.low = a.low < 0 || (!remainder && b.low < 0) ? -greatest : 0;
  v.high = greatest;
  if (remainder && b.low > 0) {
    v.high = std::min(v.high, b.high - 1);
    v.low = std::max(v.low, 1 - b.high);
  }
  return v;
}

Value Translator::comparison(const rumur::BinaryExpr& e, ExprKind kind) {
  const Value a = value(*e.lhs);
  const Value b = value(*e.rhs);
  if (a.constant && b.constant) {
    const bool less = *a.constant < *b.constant;
    const bool equal = *a.constant == *b.constant;
    const bool holds = kind == ExprKind::less         ? less
                       : kind == ExprKind::less_equal ? less || equal
                       : kind == ExprKind::greater    ? !less && !equal
                                                      : !less;
    return literal(0, holds ? 1 : 0, span(e));
  }
  return joined_parts(
      joined_parts(boolean(make_.make(kind, {a.e, b.e}, span(e))), a), b);
}

Value Translator::equality(const rumur::BinaryExpr& e, ExprKind kind) {
  const Span here = span(e);
  const bool equal = kind == ExprKind::equal;
  const auto negated = [&](Value v) {
    if (!equal) v.e = make_.make(ExprKind::logical_not, {v.e}, here);
    return v;
  };
  const TypeRef type = type_of(*e.lhs->type());
  if (!is_simple(type)) {
    const auto a = place(*e.lhs);
    const auto b = place(*e.rhs);
    if (!a || !b) {
      return wrong(here, codes::call_or_record_not_taken,
                   "only variables are compared as a whole");
    }
    return negated(complex_equality(*a, *b, here));
  }
  const Value a = value(*e.lhs);
  const Value b = value(*e.rhs);
  meet(a.type, b.type);
  const auto joined = [&](ExprId made) {
    return joined_parts(joined_parts(boolean(made), a), b);
  };
  if (a.constant && b.constant) {
    return literal(0, (*a.constant == *b.constant) == equal ? 1 : 0, here);
  }
  if (types_[a.type].sort == Sort::boolean) {
    // x = true is x, x = false is !x.
    if (b.constant) {
      const bool plain = (*b.constant != 0) == equal;
      return joined(plain ? a.e
                          : make_.make(ExprKind::logical_not, {a.e}, here));
    }
  }
  return joined(make_.make(kind, {a.e, b.e}, here));
}

// Undefined parts are equal to each other, and to no value.
Value Translator::complex_equality(const Place& a, const Place& b, Span span) {
  std::vector<ExprId> parts;
  Value v = boolean({});
  const auto left = leaves(a);
  const auto right = leaves(b);
  for (std::size_t i = 0; i < left.size() && i < right.size(); ++i) {
    network::poll();
    meet(a, *left[i], b, *right[i]);
    std::vector<ast::Binders> binders;
    const auto cells = all_cells(*left[i], a.indices, binders, span);
    auto others = b.indices;
    others.insert(others.end(),
                  cells.begin() + static_cast<std::ptrdiff_t>(a.indices.size()),
                  cells.end());
    note_access(a, *left[i], false, {}, span);
    note_access(b, *right[i], false, {}, span);
    for (const auto& [place, leaf] :
         {std::pair(&a, left[i]), std::pair(&b, right[i])}) {
      if ((variables_[place->variable].scratch || in_start_) &&
          !leaf->undefined &&
          !is_defined(place->variable, *leaf, place->indices)) {
        mark_undefined(place->variable, leaf->key);
      }
    }
    ExprId one = make_.make(ExprKind::equal,
                            {access(*left[i], left[i]->name, cells, span),
                             access(*right[i], right[i]->name, others, span)},
                            span);
    if (!left[i]->known.empty() || !right[i]->known.empty()) {
      one = make_.make(ExprKind::logical_and,
                       {make_.make(ExprKind::equal,
                                   {known(*left[i], cells, span),
                                    known(*right[i], others, span)},
                                   span),
                        one},
                       span);
    }
    if (!binders.empty()) {
      one = make_.quantified(ExprKind::forall, binders, one, span);
    }
    parts.push_back(one);
  }
  v.e = make_.joined(ExprKind::logical_and, parts, span);
  v.fails = fails(a) || fails(b);
  v.reads = reads(a);
  v.reads.merge(reads(b));
  v.reads.insert(a.variable);
  v.reads.insert(b.variable);
  return v;
}

Value Translator::ternary(const rumur::Ternary& e) {
  const Value c = value(*e.cond);
  Out* const before = hoisted_;
  hoisted_ = nullptr;
  const Defined defined = defined_;
  assume(*e.cond, true);
  const Value a = value(*e.lhs);
  defined_ = defined;
  assume(*e.cond, false);
  const Value b = value(*e.rhs);
  defined_ = defined;
  hoisted_ = before;
  if (!is_simple(a.type) || types_[a.type].sort != types_[b.type].sort) {
    return wrong(span(e), codes::call_or_record_not_taken,
                 "the two values are of different types");
  }
  meet(a.type, b.type);
  Value v = joined_parts(joined_parts(joined_parts(a, b), c), a);
  v.e = make_.make(ExprKind::if_then_else, {c.e, a.e, b.e}, span(e));
  v.low = std::min(a.low, b.low);
  v.high = std::max(a.high, b.high);
  if (types_[a.type].sort == Sort::number) v.type = number_type(-far, far);
  v.constant = {};
  v.cell = "?";
  v.unchecked = {};
  return v;
}

// The body of a quantifier, which ends where it says in Murphi.
ExprId Translator::ended(ExprId body) {
  ExprId id = body;
  while (tree_[id].kind == ExprKind::implies) {
    id = tree_.child(tree_[id], tree_[id].children.size() - 1);
  }
  if (tree_[id].kind == ExprKind::logical_and ||
      tree_[id].kind == ExprKind::logical_or) {
    tree_.exprs[id.index()].parenthesised = true;
  }
  return body;
}

// What a quantifier asks of a round, if it takes place.
Value Translator::asked_of(const Domain& d, const rumur::Expr& body, bool all,
                           ExprId round, Span here) {
  Value v = value(body);
  if (!d.bounds) return v;
  const Value on = round_goes_on(*d.bounds, round, here);
  v = joined_parts(v, on);
  v.e = make_.make(all ? ExprKind::implies : ExprKind::logical_and, {on.e, v.e},
                   here);
  v.constant = {};
  return v;
}

Value Translator::quantifier(const rumur::Quantifier& q,
                             const rumur::Expr& body, bool all, Span here) {
  const auto d = domain(q);
  if (!d) return boolean(make_.boolean(true, here));
  Out* const before = hoisted_;
  hoisted_ = nullptr;
  std::vector<ast::Binders> binders;
  const std::size_t decl = q.decl->unique_id;
  ExprId round;
  Value variable = bind(q, *d, binders, &round);
  if (variable.cell != "?") variable.cell[0] = 'p';
  bindings_[decl] = {variable, {}};
  const auto asked = [&](ExprId at) {
    return asked_of(*d, body, all, at, here);
  };
  Value v = asked(round);
  if (!v.fails || (in_property_ && is_open(d->type))) {
    v.e = make_.quantified(all ? ExprKind::forall : ExprKind::exists, binders,
                           ended(v.e), here);
  } else if (is_open(d->type)) {
    close(d->type,
          "a quantifier over it stops at the first element that decides, and "
          "what it asks of the others may be an error",
          here);
  } else if (d->count() > max_written_out / written_out_) {
    diagnostics_.error(
        codes::loop_not_taken, here,
        fmt::format("a quantifier over more than {} values, whose body may "
                    "fail, is not taken",
                    max_written_out));
  } else {
    std::vector<ExprId> parts;
    written_out_ *= d->count();
    for (std::int64_t i = 0; i < d->count(); ++i) {
      network::poll();
      bindings_[decl] = {element(*d, i, here), {}};
      const Value one = asked(make_.integer(i, here));
      v = joined_parts(v, one);
      parts.push_back(one.e);
    }
    written_out_ /= d->count();
    v.e = make_.joined(all ? ExprKind::logical_and : ExprKind::logical_or,
                       parts, here);
  }
  bindings_.erase(decl);
  hoisted_ = before;
  v.constant = {};
  v.cell = "?";
  return v;
}

Value Translator::is_undefined(const rumur::IsUndefined& e) {
  const Span here = span(e);
  const auto at = place(*e.rhs);
  if (!at) {
    // A bound variable has a value.
    const Value v = value(*e.rhs);
    return joined_parts(literal(0, 0, here), v);
  }
  const Leaf& l = leaf(*at);
  if ((variables_[at->variable].scratch || in_start_) && !l.undefined &&
      !is_defined(at->variable, l, at->indices)) {
    mark_undefined(at->variable, l.key);
  }
  note_access(*at, l, false, {}, here);
  Value v = boolean({});
  v.fails = fails(*at);
  v.reads = reads(*at);
  v.reads.insert(at->variable);
  if (!l.undefined) {
    // An index may still be out of bounds.
    const ExprId read = access(l, l.name, at->indices, here);
    v.e = v.fails ? make_.make(ExprKind::not_equal, {read, read}, here)
                  : make_.boolean(false, here);
    return v;
  }
  v.e = make_.make(ExprKind::logical_not, {known(l, at->indices, here)}, here);
  return v;
}

// A value for a parameter or a result of a type: out of range is an error.
Value Translator::within(Value v, TypeRef type, Span here) {
  const Type& t = types_[type];
  meet(v.type, type);
  if (t.sort != Sort::number || (v.low >= t.low && v.high <= t.high)) return v;
  const ExprId inside =
      make_.make(ExprKind::logical_and,
                 {make_.make(ExprKind::less_equal,
                             {make_.integer(t.low, here), v.e}, here),
                  make_.make(ExprKind::less_equal,
                             {v.e, make_.integer(t.high, here)}, here)},
                 here);
  v.e = checked(inside, v.e, here);
  v.fails = true;
  v.low = std::max(v.low, t.low);
  v.high = std::min(v.high, t.high);
  v.type = type;
  v.constant = {};
  v.cell = "?";
  return v;
}

}  // namespace vicinal::murphi
