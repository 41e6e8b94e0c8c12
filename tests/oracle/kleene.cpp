// SPDX-License-Identifier: MIT
// Intervals and three truth values. Bounds are computed with 128 bits and cut
// to 64; what was cut off is a possible overflow.
#include "kleene.hpp"

#include <algorithm>

namespace vicinal::oracle {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

namespace {

__extension__ using Wide = __int128;

Outcome known(const Value& v) {
  Outcome o;
  o.exact = v;
  if (v.kind == Value::Kind::number || v.kind == Value::Kind::boolean) {
    o.low = o.high = v.n;
  }
  return o;
}

Outcome failure() {
  Outcome o;
  o.possible = false;
  o.error = true;
  return o;
}

Outcome anything(bool error) {
  Outcome o;
  o.error = error;
  return o;
}

Outcome between(Wide low, Wide high, bool error) {
  if (low > INT64_MAX || high < INT64_MIN || low > high) return failure();
  Outcome o;
  o.error = error || low < INT64_MIN || high > INT64_MAX;
  o.low = static_cast<std::int64_t>(std::max<Wide>(low, INT64_MIN));
  o.high = static_cast<std::int64_t>(std::min<Wide>(high, INT64_MAX));
  if (o.low == o.high) o.exact = number(o.low);
  return o;
}

Outcome as_outcome(const Truth& t) {
  if (t.certain_error()) return failure();
  Outcome o;
  o.error = t.error;
  o.low = t.no ? 0 : 1;
  o.high = t.yes ? 1 : 0;
  if (o.low == o.high) o.exact = boolean(t.yes);
  return o;
}

Truth as_truth(const Outcome& o) {
  if (!o.possible) return {false, false, true};
  return {o.high >= 1, o.low <= 0, o.error};
}

bool complete(const Value& v) {
  if (v.kind == Value::Kind::unseen) return false;
  return std::all_of(v.parts.begin(), v.parts.end(), complete);
}

// Parts of a value that is built: those that are not known are not seen.
std::vector<Value> parts_of(const std::vector<Outcome>& outcomes) {
  std::vector<Value> parts;
  for (const Outcome& o : outcomes) parts.push_back(o.exact.value_or(Value{}));
  return parts;
}

// Whether two values may be equal, and may differ, where parts are not known.
void compare_parts(const Value& a, const Value& b, bool& same, bool& other) {
  if (a.kind == Value::Kind::unseen || b.kind == Value::Kind::unseen) {
    other = true;
    return;
  }
  if (a.kind == b.kind && a.parts.size() == b.parts.size() &&
      !a.parts.empty() && a.kind != Value::Kind::queue) {
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
      compare_parts(a.parts[i], b.parts[i], same, other);
    }
    return;
  }
  if (!equal(a, b)) {
    same = false;
    other = true;
  }
}

Truth negation(const Truth& t) {
  return {t.no, t.yes, t.error};
}

// yes and no as given, for operands that may fail.
Outcome decided(bool yes, bool no, bool error) {
  return as_outcome({yes, no, error});
}

Outcome compare(ExprKind kind, const Outcome& a, const Outcome& b) {
  const bool error = a.error || b.error;
  switch (kind) {
    case ExprKind::less:
      return decided(a.low < b.high, a.high >= b.low, error);
    case ExprKind::less_equal:
      return decided(a.low <= b.high, a.high > b.low, error);
    case ExprKind::greater:
      return compare(ExprKind::less, b, a);
    case ExprKind::greater_equal:
      return compare(ExprKind::less_equal, b, a);
    case ExprKind::not_equal:
      return as_outcome(negation(as_truth(compare(ExprKind::equal, a, b))));
    default:
      if (a.exact && b.exact) {
        bool same = true;
        bool other = false;
        compare_parts(*a.exact, *b.exact, same, other);
        return decided(same, other || !same, error);
      }
      return decided(a.low <= b.high && b.low <= a.high, true, error);
  }
}

Outcome hull(const Outcome& a, const Outcome& b) {
  if (!a.possible && !b.possible) return failure();
  Outcome o = !a.possible ? b : a;
  if (a.possible && b.possible) {
    if (!a.exact || !b.exact || !equal(*a.exact, *b.exact)) o.exact.reset();
    o.low = std::min(a.low, b.low);
    o.high = std::max(a.high, b.high);
  }
  o.error = a.error || b.error;
  return o;
}

}  // namespace

Truth Kleene::truth(ExprId e, const State& state, const Scope& scope) const {
  return as_truth(outcome(e, state, scope));
}

// Names, fields, elements. If what is denoted is not clear, it may also be an
// error to follow it.
Outcome Kleene::leaf(ExprId e, const State& state, const Scope& scope) const {
  Denoted d;
  try {
    d = i_.denote(e, state, scope);
  } catch (const Error&) {
    return failure();
  } catch (const Unseen&) {
    return anything(true);
  }
  try {
    return known(i_.read(d, state));
  } catch (const Unseen&) {
    return anything(false);
  }
}

Outcome Kleene::call(const Expr& e, const State& state,
                     const Scope& scope) const {
  const std::string& f = e.word.text;
  if (f == "same" || f == "peer") {
    try {
      return known(i_.call(e, state, scope));
    } catch (const Error&) {
      return failure();
    } catch (const Unseen&) {
      return decided(true, true, true);
    }
  }
  std::vector<Outcome> arguments;
  std::vector<Value> values;
  bool error = false;
  for (std::size_t k = 0; k < e.children.size(); ++k) {
    arguments.push_back(outcome(i_.tree_.child(e, k), state, scope));
    const Outcome& o = arguments.back();
    if (!o.possible) return failure();
    error = error || o.error;
    if (o.exact && complete(*o.exact)) values.push_back(*o.exact);
  }
  if (const auto* g = i_.find(f);
      g != nullptr && g->kind == Instance::Global::Kind::structure) {
    Outcome o = known(i_.apply(f, parts_of(arguments)));
    o.error = error;
    return o;
  }
  if (values.size() == arguments.size()) {
    try {
      Outcome o = known(i_.apply(f, values));
      o.error = error;
      return o;
    } catch (const Error&) {
      return failure();
    }
  }
  if (f == "min" || f == "max") {
    const Outcome& a = arguments[0];
    const Outcome& b = arguments[1];
    return f == "min" ? between(std::min(a.low, b.low),
                                std::min(a.high, b.high), error)
                      : between(std::max(a.low, b.low),
                                std::max(a.high, b.high), error);
  }
  if (f == "abs") {
    const Outcome& a = arguments[0];
    const Wide low = a.low <= 0 && a.high >= 0
                         ? Wide{0}
                         : std::min(a.low < 0 ? -Wide{a.low} : Wide{a.low},
                                    a.high < 0 ? -Wide{a.high} : Wide{a.high});
    const Wide high = std::max(a.low < 0 ? -Wide{a.low} : Wide{a.low},
                               a.high < 0 ? -Wide{a.high} : Wide{a.high});
    return between(low, high, error);
  }
  // Of a queue, a reference, an exponent that is not known.
  const bool fails =
      f == "head" || f == "index" || f == "adjacent" || f == "pow";
  if (f == "full" || f == "empty" || f == "adjacent") {
    return decided(true, true, error || fails);
  }
  return anything(error || fails);
}

Outcome Kleene::arithmetic(ExprKind kind, const Outcome& a,
                           const Outcome& b) const {
  const bool error = a.error || b.error;
  const Wide al = a.low;
  const Wide ah = a.high;
  const Wide bl = b.low;
  const Wide bh = b.high;
  switch (kind) {
    case ExprKind::add:
      return between(al + bl, ah + bh, error);
    case ExprKind::subtract:
      return between(al - bh, ah - bl, error);
    case ExprKind::multiply: {
      const auto [low, high] =
          std::minmax({al * bl, al * bh, ah * bl, ah * bh});
      return between(low, high, error);
    }
    case ExprKind::divide:
    case ExprKind::modulo: {
      if (bl == 0 && bh == 0) return failure();
      const bool by_zero = bl <= 0 && bh >= 0;
      // Of a number that may be any, quotient and rest may be any, too.
      if (a.low == INT64_MIN || a.high == INT64_MAX || !b.exact) {
        const bool overflow = kind == ExprKind::divide && bl <= -1 && bh >= -1;
        return anything(error || by_zero || overflow);
      }
      if (kind == ExprKind::modulo) {
        const Wide most = std::max(bl < 0 ? -bl : bl, bh < 0 ? -bh : bh) - 1;
        return between(0, most, error || by_zero);
      }
      // Euclid's quotient is monotone in the dividend.
      const auto quotient = [&](Wide x) {
        Wide r = x % bl;
        if (r < 0) r += bl < 0 ? -bl : bl;
        return (x - r) / bl;
      };
      return between(std::min(quotient(al), quotient(ah)),
                     std::max(quotient(al), quotient(ah)), error);
    }
    default:
      throw std::runtime_error("an expression");
  }
}

// && || =>: left to right, stopping. An implication is the disjunction of the
// negated premise and the conclusion.
Truth Kleene::chain(const Expr& e, const State& state,
                    const Scope& scope) const {
  const bool conjunction = e.kind == ExprKind::logical_and;
  bool goes_on = true;
  bool stops = false;
  bool error = false;
  for (std::size_t k = 0; k < e.children.size() && goes_on; ++k) {
    Truth t = truth(i_.tree_.child(e, k), state, scope);
    if (conjunction != (e.kind == ExprKind::implies && k == 0)) t = negation(t);
    // Now `yes` decides the chain, `no` goes on.
    stops = stops || t.yes;
    error = error || t.error;
    goes_on = t.no;
  }
  return conjunction ? Truth{goes_on, stops, error}
                     : Truth{stops, goes_on, error};
}

namespace {

Outcome extreme(ExprKind kind, const std::vector<Outcome>& numbers,
                bool error) {
  if (numbers.empty()) return failure();
  Outcome best = numbers[0];
  for (const Outcome& o : numbers) {
    const bool least = kind == ExprKind::least;
    best.low = least ? std::min(best.low, o.low) : std::max(best.low, o.low);
    best.high =
        least ? std::min(best.high, o.high) : std::max(best.high, o.high);
  }
  return between(best.low, best.high, error);
}

}  // namespace

Outcome Kleene::quantifier(const Expr& e, const State& state,
                           const Scope& scope) const {
  const bool counts = e.kind == ExprKind::exactly || e.kind == ExprKind::atmost;
  const Outcome k =
      counts ? outcome(i_.tree_.child(e, 0), state, scope) : known(number(0));
  if (!k.possible) return failure();
  const ExprId body = i_.tree_.child(e, counts ? 1 : 0);
  std::vector<Binding> all;
  try {
    all = i_.bindings(e.binders, state, scope);
  } catch (const Error&) {
    return failure();
  } catch (const Unseen&) {
    return e.kind >= ExprKind::count && e.kind <= ExprKind::greatest
               ? anything(true)
               : decided(true, true, true);
  }
  bool error = k.error;
  std::int64_t members = 0;
  std::int64_t certainly = 0;
  std::int64_t possibly = 0;
  Outcome sum = known(number(0));
  std::vector<Outcome> numbers;
  for (const Binding& b : all) {
    const Outcome o = outcome(body, state, Instance::with(scope, b));
    if (!o.possible) return failure();
    error = error || o.error;
    ++members;
    if (e.kind == ExprKind::sum) {
      sum = arithmetic(ExprKind::add, sum, o);
      if (!sum.possible) return failure();
      continue;
    }
    if (e.kind == ExprKind::least || e.kind == ExprKind::greatest) {
      numbers.push_back(o);
      continue;
    }
    if (!as_truth(o).no) ++certainly;
    if (as_truth(o).yes) ++possibly;
  }
  const Outcome count = between(certainly, possibly, error);
  switch (e.kind) {
    case ExprKind::forall:
      return decided(possibly == members, certainly < members, error);
    case ExprKind::exists:
      return decided(possibly > 0, certainly == 0, error);
    case ExprKind::exactly:
      return compare(ExprKind::equal, count, k);
    case ExprKind::atmost:
      return compare(ExprKind::less_equal, count, k);
    case ExprKind::count:
      return count;
    case ExprKind::least:
    case ExprKind::greatest:
      return extreme(e.kind, numbers, error);
    default:
      return sum;
  }
}

Outcome Kleene::outcome(ExprId id, const State& state,
                        const Scope& scope) const {
  const Expr& e = i_.expr(id);
  const auto child = [&](std::size_t k) {
    return outcome(i_.tree_.child(e, k), state, scope);
  };
  switch (e.kind) {
    case ExprKind::integer:
    case ExprKind::boolean:
    case ExprKind::field:
    case ExprKind::index:
      return leaf(id, state, scope);
    case ExprKind::name: {
      const auto bound = scope.bound.find(e.word.text);
      if (bound != scope.bound.end() && bound->second.where != nullptr) {
        return outcome(bound->second.expr, state, *bound->second.where);
      }
      if (const ast::Def* def = i_.definition(e);
          def != nullptr && bound == scope.bound.end()) {
        return outcome(def->body, state, {});
      }
      return leaf(id, state, scope);
    }
    case ExprKind::call:
      if (const ast::Def* def = i_.definition(e)) {
        return outcome(def->body, state, i_.inside(*def, e, scope));
      }
      return call(e, state, scope);
    case ExprKind::array: {
      std::vector<Outcome> parts;
      bool error = false;
      for (std::size_t k = 0; k < e.children.size(); ++k) {
        parts.push_back(child(k));
        if (!parts.back().possible) return failure();
        error = error || parts.back().error;
      }
      Outcome o = known({Value::Kind::array, -1, 0, parts_of(parts)});
      o.error = error;
      return o;
    }
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::implies:
      return as_outcome(chain(e, state, scope));
    case ExprKind::logical_not:
      return as_outcome(negation(as_truth(child(0))));
    case ExprKind::if_then_else: {
      const Truth t = as_truth(child(0));
      if (t.certain_error()) return failure();
      Outcome o = t.yes ? child(1) : child(2);
      if (t.yes && t.no) o = hull(o, child(2));
      o.error = o.error || t.error;
      return o;
    }
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::exactly:
    case ExprKind::atmost:
    case ExprKind::count:
    case ExprKind::sum:
    case ExprKind::least:
    case ExprKind::greatest:
      return quantifier(e, state, scope);
    case ExprKind::negate: {
      const Outcome a = child(0);
      if (!a.possible) return failure();
      return arithmetic(ExprKind::subtract, known(number(0)), a);
    }
    default:
      break;
  }
  const Outcome a = child(0);
  const Outcome b = child(1);
  if (!a.possible || !b.possible) return failure();
  if (a.exact && b.exact && complete(*a.exact) && complete(*b.exact)) {
    try {
      Outcome o = known(i_.operation(e.kind, {*a.exact, *b.exact}));
      o.error = a.error || b.error;
      return o;
    } catch (const Error&) {
      return failure();
    }
  }
  switch (e.kind) {
    case ExprKind::equal:
    case ExprKind::not_equal:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal:
      return compare(e.kind, a, b);
    case ExprKind::iff: {
      const Truth s = as_truth(a);
      const Truth t = as_truth(b);
      return decided((s.yes && t.yes) || (s.no && t.no),
                     (s.yes && t.no) || (s.no && t.yes), s.error || t.error);
    }
    default:
      return arithmetic(e.kind, a, b);
  }
}

}  // namespace vicinal::oracle
