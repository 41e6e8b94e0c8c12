// SPDX-License-Identifier: MIT
// Operators on numbers. What is not linear is a function of its operands, of
// which a few facts are known.
#include "obligations/meaning/numbers.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "network/language/questions.hpp"
#include "obligations/meaning/query.hpp"

namespace vicinal::obligations::inline meaning {

namespace {

constexpr std::int64_t max_cases = 8;     // of divisors that are a constant
constexpr std::size_t max_compared = 24;  // products with one product

// One function for all operands of which the results have these bounds.
std::string between(const TermBounds& b) {
  if (!b.known) return "";
  return " " + std::to_string(b.low) + " " + std::to_string(b.high);
}

}  // namespace

Numbers::Numbers(Query& q)
    : model_(q.model),
      terms_(q.terms),
      facts_(q.facts),
      sizes_(q.sizes),
      expressions_(q.expressions),
      mathematical_(network::has_integers(q.model)) {}

Term Numbers::overflow(Term t) {
  if (mathematical_ || terms_.bounds(t).known) return terms_.no();
  // What is not greater than a size stays within 64 bits, as sizes do.
  for (std::uint32_t i = 0; i < model_.parameters.size(); ++i) {
    if (model_.parameters[i].high) continue;
    facts_.add(
        terms_.less_equal(sizes_.parameter(i), terms_.number(INT64_MAX)));
  }
  return terms_.either(terms_.less(t, terms_.number(INT64_MIN)),
                       terms_.less(terms_.number(INT64_MAX), t));
}

Term Numbers::multiply(Term a, Term b) {
  if (const auto x = terms_.value(a)) return terms_.scale(*x, b);
  if (const auto y = terms_.value(b)) return terms_.scale(*y, a);
  if (b < a) std::swap(a, b);
  const TermBounds x = terms_.bounds(a);
  const TermBounds y = terms_.bounds(b);
  TermBounds bounds{INT64_MIN, INT64_MAX, false};
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
  const Symbol f =
      terms_.function("times" + between(bounds), 2, Sort::number, bounds);
  const Term t = terms_.apply(f, {a, b});
  const bool fresh = products_.emplace(t, std::pair(a, b)).second;
  if (fresh) compare_products(t, a, b);
  const Term zero = terms_.number(0);
  for (const auto& [p, q] : {std::pair(a, b), std::pair(b, a)}) {
    for (std::int64_t c = -1; c <= 4; ++c) {
      facts_.add(terms_.implies(terms_.equal(p, terms_.number(c)),
                                terms_.equal(t, terms_.scale(c, q))));
    }
    facts_.add(
        terms_.implies(terms_.both(terms_.less(zero, p), terms_.less(zero, q)),
                       terms_.less_equal(p, t)));
  }
  return t;
}

// With each product that has a factor in common: a * b is at least b less than
// c * b, if a is less than c, and b not negative. So numbers in rows of b are
// told apart: y * b + x with x below b.
void Numbers::compare_products(Term product, Term a, Term b) {
  const Term zero = terms_.number(0);
  const auto below = [&](Term less, Term p, Term more, Term q, Term common) {
    facts_.add(terms_.implies(
        terms_.both(terms_.less(p, q), terms_.less_equal(zero, common)),
        terms_.less_equal(terms_.add(less, common), more)));
  };
  std::size_t compared = 0;
  for (const auto& [other, factors] : products_) {
    if (other == product) continue;
    for (const auto& [mine, common] : {std::pair(a, b), std::pair(b, a)}) {
      Term its = factors.first;
      if (common == factors.first) its = factors.second;
      if (common != factors.first && common != factors.second) continue;
      if (compared++ == max_compared) return;
      below(product, mine, other, its, common);
      below(other, its, product, mine, common);
    }
  }
}

// p * q / b, of p less than b, is less than q: shares of a whole.
void Numbers::shares(Term quotient, Term product, Term divisor) {
  const auto factors = products_.find(product);
  if (factors == products_.end()) return;
  const Term zero = terms_.number(0);
  const auto [x, y] = factors->second;
  for (const auto& [p, q] : {std::pair(x, y), std::pair(y, x)}) {
    facts_.add(terms_.implies(
        terms_.all({terms_.less_equal(zero, p), terms_.less(p, divisor),
                    terms_.less(zero, q)}),
        terms_.both(terms_.less_equal(zero, quotient),
                    terms_.less(quotient, q))));
  }
}

// Of a positive divisor: neither quotient nor rest of a natural number is
// greater than it, and the quotient of a negative one is from it to -1.
void Numbers::within_operand(Term t, Term operand, Term positive, bool rest) {
  const Term zero = terms_.number(0);
  const Term natural = terms_.less_equal(zero, operand);
  const Term up_to = terms_.less_equal(t, operand);
  if (rest) {
    facts_.add(terms_.implies(terms_.both(positive, natural), up_to));
    return;
  }
  facts_.add(terms_.implies(terms_.both(positive, natural),
                            terms_.both(terms_.less_equal(zero, t), up_to)));
  facts_.add(terms_.implies(
      terms_.both(positive, terms_.negate(natural)),
      terms_.both(terms_.less_equal(operand, t), terms_.less(t, zero))));
}

// The function of a quotient, or a rest, by a divisor that is not known, with
// the bounds of its values here. A rest is less than 2^63 where the divisor is
// within 64 bits: an `int` need not be. Of a size it is less than that.
Symbol Numbers::division(Term a, Term b, bool rest) {
  const TermBounds divisor = terms_.bounds(b);
  TermBounds bounds{0, INT64_MAX, !mathematical_ || divisor.known};
  std::string name = bounds.known ? "a mod b" : "a mod b of integers";
  if (!rest) {
    const TermBounds x = terms_.bounds(a);
    bounds = {INT64_MIN, INT64_MAX, false};
    if (x.known && x.low > INT64_MIN) {
      const std::int64_t most = std::max(std::abs(x.low), std::abs(x.high));
      bounds = {-most, most, true};
    }
    name = "a div b" + between(bounds);
  } else if (divisor.known && divisor.low > 0 && divisor.high <= max_index) {
    bounds.high = divisor.high - 1;
    name += between(bounds);
  }
  return terms_.function(name, 2, Sort::number, bounds);
}

// Euclidean, by a divisor that is not known.
Term Numbers::divide(Term a, Term b, bool rest) {
  if (const auto y = terms_.value(b)) {
    if (*y == 0) return terms_.number(0);  // an error
    return rest ? terms_.rest(a, *y) : terms_.quotient(a, *y);
  }
  const Symbol f = division(a, b, rest);
  const Term t = terms_.apply(f, {a, b});
  // Premises that the bounds show are left out.
  const Term zero = terms_.number(0);
  const TermBounds divisor = terms_.bounds(b);
  const TermBounds operand = terms_.bounds(a);
  const bool natural = operand.known && operand.low >= 0;
  const Term positive =
      divisor.known && divisor.low > 0 ? terms_.yes() : terms_.less(zero, b);
  if (rest) {
    facts_.add(terms_.implies(
        positive, terms_.both(terms_.less_equal(zero, t), terms_.less(t, b))));
    const bool known = terms_.bounds(t).known;
    const Term negative = known ? terms_.no() : terms_.less(b, zero);
    facts_.add(terms_.implies(negative, terms_.less_equal(zero, t)));
  }
  // round * b <= a < (round + 1) * b
  for (std::int64_t round = natural ? 0 : -1; round <= 1; ++round) {
    const Term low = terms_.scale(round, b);
    const Term high = terms_.scale(round + 1, b);
    const Term above =
        round == 0 && natural ? terms_.yes() : terms_.less_equal(low, a);
    const Term inside = terms_.all({positive, above, terms_.less(a, high)});
    const Term value = rest ? terms_.subtract(a, low) : terms_.number(round);
    facts_.add(terms_.implies(inside, terms_.equal(t, value)));
  }
  if (!rest) shares(t, a, b);
  within_operand(t, a, positive, rest);
  // An index and a constant are beyond these rounds if the divisor is less
  // than the constant; of other operands nothing is known.
  const auto [base, shift] = terms_.split(a);
  std::int64_t most = max_cases;
  if (terms_.is_symbol(base) && shift > -max_cases && shift < max_cases) {
    most = std::abs(shift) - 1;
  }
  for (std::int64_t c = 1; c <= most; ++c) {
    if (divisor.known && (c < divisor.low || c > divisor.high)) continue;
    const Term exact = rest ? terms_.rest(a, c) : terms_.quotient(a, c);
    facts_.add(terms_.implies(terms_.equal(b, terms_.number(c)),
                              terms_.equal(t, exact)));
  }
  return t;
}

Result Numbers::power(const Result& a, const Result& b) {
  const Term error = terms_.either(a.error, b.error);
  const auto exponent = terms_.value(b.term());
  if (exponent && *exponent < 0) return {{{terms_.number(0)}}, terms_.yes()};
  if (exponent && *exponent <= 8) {
    Term t = terms_.number(1);
    for (std::int64_t i = 0; i < *exponent; ++i) t = multiply(t, a.term());
    return {{{t}}, terms_.either(error, overflow(t))};
  }
  return {{{terms_.fresh("power", Sort::number)}},
          terms_.either(error, terms_.fresh("power fails", Sort::truth))};
}

Result Numbers::translate(const Expr& e, const Env& env) {
  if (e.children.empty()) unsupported("this expression", e.span);
  const Result x = expressions_.translate(model_.child(e, 0), env);
  const Result y = e.children.size() == 2
                       ? expressions_.translate(model_.child(e, 1), env)
                       : Result{{{terms_.number(0)}}, terms_.no()};
  const Term a = x.term();
  const Term b = y.term();
  const Term error = terms_.either(x.error, y.error);
  const auto truth = [&](Term t) { return Result{{{t}}, error}; };
  const auto checked = [&](Term t) {
    return Result{{{t}}, terms_.either(error, overflow(t))};
  };
  switch (e.op) {
    case Op::negate:
      return checked(terms_.scale(-1, a));
    case Op::absolute:
      return checked(terms_.choose(terms_.less_equal(terms_.number(0), a), a,
                                   terms_.scale(-1, a)));
    case Op::add:
      return checked(terms_.add(a, b));
    case Op::subtract:
      return checked(terms_.subtract(a, b));
    case Op::multiply:
      return checked(multiply(a, b));
    case Op::divide:
    case Op::modulo: {
      const TermBounds divisor = terms_.bounds(b);
      const Term zero = divisor.known && divisor.low > 0
                            ? terms_.no()
                            : terms_.equal(b, terms_.number(0));
      const bool rest = e.op == Op::modulo;
      const Term t = divide(a, b, rest);
      const Term beyond = rest ? terms_.no() : overflow(t);
      return {
          {{t}},
          terms_.any({error, zero, terms_.both(terms_.negate(zero), beyond)})};
    }
    case Op::minimum:
      return truth(terms_.choose(terms_.less_equal(a, b), a, b));
    case Op::maximum:
      return truth(terms_.choose(terms_.less_equal(a, b), b, a));
    case Op::power:
      return power(x, y);
    case Op::less:
      return truth(terms_.less(a, b));
    case Op::less_equal:
      return truth(terms_.less_equal(a, b));
    case Op::greater:
      return truth(terms_.less(b, a));
    case Op::greater_equal:
      return truth(terms_.less_equal(b, a));
    default:
      unsupported("this expression", e.span);
  }
}

}  // namespace vicinal::obligations::inline meaning
