// SPDX-License-Identifier: MIT
// Operators on numbers. What is not linear is a function of its operands, of
// which a few facts are known.
#include <algorithm>

#include "obligations/query.hpp"

namespace vicinal::obligations {

namespace {

constexpr std::int64_t max_cases = 8;  // of divisors that are a constant

}  // namespace

// The mathematical value does not fit in 64 bits.
Term Query::overflow(Term t) {
  if (terms.bounds(t).known) return terms.no();
  return terms.either(terms.less(t, terms.number(INT64_MIN)),
                      terms.less(terms.number(INT64_MAX), t));
}

Term Query::multiply(Term a, Term b) {
  if (const auto x = terms.value(a)) return terms.scale(*x, b);
  if (const auto y = terms.value(b)) return terms.scale(*y, a);
  if (b < a) std::swap(a, b);
  const Bounds x = terms.bounds(a);
  const Bounds y = terms.bounds(b);
  Bounds bounds{INT64_MIN, INT64_MAX, false};
  if (x.known && y.known) {
    std::int64_t corner[4] = {};
    const bool beyond = __builtin_mul_overflow(x.low, y.low, &corner[0]) ||
                        __builtin_mul_overflow(x.low, y.high, &corner[1]) ||
                        __builtin_mul_overflow(x.high, y.low, &corner[2]) ||
                        __builtin_mul_overflow(x.high, y.high, &corner[3]);
    if (!beyond) {
      bounds = {*std::min_element(corner, corner + 4),
                *std::max_element(corner, corner + 4), true};
    }
  }
  // One function for each pair of terms: its bounds are those of the pair.
  const Symbol f = terms.function(
      "times " + std::to_string(a.value) + " " + std::to_string(b.value), 2,
      Sort::number, bounds);
  const Term t = terms.apply(f, {a, b});
  const Term zero = terms.number(0);
  for (const auto& [p, q] : {std::pair(a, b), std::pair(b, a)}) {
    for (std::int64_t c = -1; c <= 4; ++c) {
      fact(terms.implies(terms.equal(p, terms.number(c)),
                         terms.equal(t, terms.scale(c, q))));
    }
    fact(terms.implies(terms.both(terms.less(zero, p), terms.less(zero, q)),
                       terms.less_equal(p, t)));
  }
  return t;
}

// Euclidean, by a divisor that is not known.
Term Query::divide(Term a, Term b, bool rest) {
  if (const auto y = terms.value(b)) {
    if (*y == 0) return terms.number(0);  // an error
    return rest ? terms.rest(a, *y) : terms.quotient(a, *y);
  }
  Bounds bounds{0, INT64_MAX, true};
  if (!rest) {
    const Bounds x = terms.bounds(a);
    bounds = {INT64_MIN, INT64_MAX, false};
    if (x.known && x.low > INT64_MIN) {
      const std::int64_t most = std::max(std::abs(x.low), std::abs(x.high));
      bounds = {-most, most, true};
    }
  }
  // The bounds of a quotient depend on its operand.
  const std::string name =
      rest ? "a mod b" : "a div b " + std::to_string(a.value);
  const Term t =
      terms.apply(terms.function(name, 2, Sort::number, bounds), {a, b});
  // Premises that the bounds show are left out.
  const Term zero = terms.number(0);
  const Bounds divisor = terms.bounds(b);
  const Bounds operand = terms.bounds(a);
  const bool natural = operand.known && operand.low >= 0;
  const Term positive =
      divisor.known && divisor.low > 0 ? terms.yes() : terms.less(zero, b);
  if (rest) {
    fact(terms.implies(
        positive, terms.both(terms.less_equal(zero, t), terms.less(t, b))));
  }
  // round * b <= a < (round + 1) * b
  for (std::int64_t round = natural ? 0 : -1; round <= 1; ++round) {
    const Term low = terms.scale(round, b);
    const Term high = terms.scale(round + 1, b);
    const Term above =
        round == 0 && natural ? terms.yes() : terms.less_equal(low, a);
    const Term inside = terms.all({positive, above, terms.less(a, high)});
    const Term value = rest ? terms.subtract(a, low) : terms.number(round);
    fact(terms.implies(inside, terms.equal(t, value)));
  }
  // An index and a constant are beyond these rounds if the divisor is less
  // than the constant; of other operands nothing is known.
  const auto [base, shift] = terms.split(a);
  std::int64_t most = max_cases;
  if (terms.is_symbol(base) && shift > -max_cases && shift < max_cases) {
    most = std::abs(shift) - 1;
  }
  for (std::int64_t c = 1; c <= most; ++c) {
    if (divisor.known && (c < divisor.low || c > divisor.high)) continue;
    const Term exact = rest ? terms.rest(a, c) : terms.quotient(a, c);
    fact(terms.implies(terms.equal(b, terms.number(c)), terms.equal(t, exact)));
  }
  return t;
}

Result Query::power(const Result& a, const Result& b) {
  const Term error = terms.either(a.error, b.error);
  const auto exponent = terms.value(b.term());
  if (exponent && *exponent < 0) return {{{terms.number(0)}}, terms.yes()};
  if (exponent && *exponent <= 8) {
    Term t = terms.number(1);
    for (std::int64_t i = 0; i < *exponent; ++i) t = multiply(t, a.term());
    return {{{t}}, terms.either(error, overflow(t))};
  }
  return {{{terms.fresh("power", Sort::number)}},
          terms.either(error, unknown_truth("power fails"))};
}

Result Query::arithmetic(const Expr& e, const Env& env) {
  if (e.children.empty()) unsupported("this expression", e.span);
  const Result x = translate(model_.child(e, 0), env);
  const Result y = e.children.size() == 2
                       ? translate(model_.child(e, 1), env)
                       : Result{{{terms.number(0)}}, terms.no()};
  const Term a = x.term();
  const Term b = y.term();
  const Term error = terms.either(x.error, y.error);
  const auto truth = [&](Term t) { return Result{{{t}}, error}; };
  const auto checked = [&](Term t) {
    return Result{{{t}}, terms.either(error, overflow(t))};
  };
  switch (e.op) {
    case Op::negate:
      return checked(terms.scale(-1, a));
    case Op::absolute:
      return checked(terms.choose(terms.less_equal(terms.number(0), a), a,
                                  terms.scale(-1, a)));
    case Op::add:
      return checked(terms.add(a, b));
    case Op::subtract:
      return checked(terms.subtract(a, b));
    case Op::multiply:
      return checked(multiply(a, b));
    case Op::divide:
    case Op::modulo: {
      const Bounds divisor = terms.bounds(b);
      const Term zero = divisor.known && divisor.low > 0
                            ? terms.no()
                            : terms.equal(b, terms.number(0));
      const bool rest = e.op == Op::modulo;
      const Term t = divide(a, b, rest);
      const Term beyond = rest ? terms.no() : overflow(t);
      return {{{t}},
              terms.any({error, zero, terms.both(terms.negate(zero), beyond)})};
    }
    case Op::minimum:
      return truth(terms.choose(terms.less_equal(a, b), a, b));
    case Op::maximum:
      return truth(terms.choose(terms.less_equal(a, b), b, a));
    case Op::power:
      return power(x, y);
    case Op::less:
      return truth(terms.less(a, b));
    case Op::less_equal:
      return truth(terms.less_equal(a, b));
    case Op::greater:
      return truth(terms.less(b, a));
    case Op::greater_equal:
      return truth(terms.less_equal(b, a));
    default:
      unsupported("this expression", e.span);
  }
}

}  // namespace vicinal::obligations
