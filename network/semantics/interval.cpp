// SPDX-License-Identifier: MIT
// Exact ends in 128 bits, then cut to 64: what lies beyond is an overflow,
// which is a model error and no value. Infinite operands give up bounds rather
// than reckon with them; any interval that contains all values is sound, and so
// is may_fail where nothing fails.
#include "network/semantics/interval.hpp"

#include <algorithm>

#include "network/base/arithmetic.hpp"

namespace vicinal::network::inline semantics::interval {

namespace {

// From exact ends of 128 bits; what lies outside of 64 bits is an overflow.
Interval clamp(Wide low, Wide high, bool may_fail) {
  const Wide least = INT64_MIN;
  const Wide greatest = INT64_MAX;
  if (high < least || low > greatest) return failure();
  may_fail = may_fail || low < least || high > greatest;
  return {static_cast<Scalar>(std::max(low, least)),
          static_cast<Scalar>(std::min(high, greatest)), may_fail};
}

Scalar infinity_or(Wide v, bool is_infinite, Scalar infinity) {
  return is_infinite ? infinity : static_cast<Scalar>(v);
}

}  // namespace

Interval hull(const Interval& a, const Interval& b) {
  const bool may_fail = a.may_fail || b.may_fail;
  if (a.never()) return {b.low, b.high, may_fail};
  if (b.never()) return {a.low, a.high, may_fail};
  return {std::min(a.low, b.low), std::max(a.high, b.high), may_fail};
}

Interval add(const Interval& a, const Interval& b, bool minus) {
  const Scalar b_low = minus ? b.high : b.low;
  const Scalar b_high = minus ? b.low : b.high;
  const bool below = a.low == minus_infinity ||
                     b_low == (minus ? plus_infinity : minus_infinity);
  const bool above = a.high == plus_infinity ||
                     b_high == (minus ? minus_infinity : plus_infinity);
  const Wide low = minus ? static_cast<Wide>(a.low) - b_low
                         : static_cast<Wide>(a.low) + b_low;
  const Wide high = minus ? static_cast<Wide>(a.high) - b_high
                          : static_cast<Wide>(a.high) + b_high;
  if (!below && !above) return clamp(low, high, false);
  // An operand that may be anything may overflow.
  const Interval finite =
      clamp(below ? INT64_MIN : low, above ? INT64_MAX : high, true);
  if (finite.never()) return finite;
  return {infinity_or(finite.low, below, minus_infinity),
          infinity_or(finite.high, above, plus_infinity), true};
}

Interval multiply(const Interval& a, const Interval& b) {
  if (infinite(a) || infinite(b)) {
    const bool zero = (a.single() && a.low == 0) || (b.single() && b.low == 0);
    if (zero) return exactly(0);
    if (a.single() && a.low == 1) return {b.low, b.high, false};
    if (b.single() && b.low == 1) return {a.low, a.high, false};
    return {minus_infinity, plus_infinity, true};
  }
  const Wide ends[] = {
      static_cast<Wide>(a.low) * b.low, static_cast<Wide>(a.low) * b.high,
      static_cast<Wide>(a.high) * b.low, static_cast<Wide>(a.high) * b.high};
  return clamp(*std::min_element(ends, ends + 4),
               *std::max_element(ends, ends + 4), false);
}

Interval absolute(const Interval& a) {
  if (a.low >= 0) return a;
  const Interval negated = add(exactly(0), a, true);
  if (a.high <= 0) return negated;
  return {0, std::max(a.high, negated.high), negated.may_fail};
}

Interval power(Scalar base, Scalar exponent) {
  if (exponent < 0) return failure();
  // Beyond 64 rounds only 0, 1 and -1 do not overflow.
  if (base == 0) return exactly(exponent == 0 ? 1 : 0);
  if (base == 1) return exactly(1);
  if (base == -1) return exactly(exponent % 2 == 0 ? 1 : -1);
  Scalar result = 1;
  for (Scalar i = 0; i < exponent; ++i) {
    if (__builtin_mul_overflow(result, base, &result)) return failure();
  }
  return exactly(result);
}

// Euclidean; the divisor is one number that is not 0.
Interval divide(const Interval& a, Scalar b, bool rest) {
  if (a.single()) {
    if (a.low == INT64_MIN && b == -1) {
      return rest ? exactly(0) : failure();
    }
    Scalar quotient = a.low / b;
    Scalar remainder = a.low % b;
    if (remainder < 0) {
      remainder += b > 0 ? b : -b;
      quotient += b > 0 ? -1 : 1;
    }
    return exactly(rest ? remainder : quotient);
  }
  if (rest && !infinite(a) && b != INT64_MIN) {
    return {0, (b > 0 ? b : -b) - 1, false};
  }
  if (infinite(a)) return {minus_infinity, plus_infinity, !rest && b == -1};
  const Interval low = divide(exactly(a.low), b, false);
  const Interval high = divide(exactly(a.high), b, false);
  return rest ? unknown_number() : hull(low, high);
}

}  // namespace vicinal::network::inline semantics::interval
