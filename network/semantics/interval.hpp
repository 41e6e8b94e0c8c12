// SPDX-License-Identifier: MIT
// Intervals of scalars, with what evaluation may fail: the values of
// three-valued evaluation (kleene.hpp).
#pragma once

#include "network/semantics/instance.hpp"

namespace vicinal::network::inline semantics {

// All values from low to high may be meant. The ends of 64 bits stand for
// infinity. `may_fail`: evaluation may be a model error, and is surely one if
// low > high (no value).
struct Interval {
  Scalar low = 0;
  Scalar high = 0;
  bool may_fail = false;

  bool single() const { return low == high; }
  bool never() const { return low > high; }
};

namespace interval {

inline constexpr Scalar minus_infinity = INT64_MIN;
inline constexpr Scalar plus_infinity = INT64_MAX;

constexpr Interval exactly(Scalar v) {
  return {v, v, false};
}
constexpr Interval unknown_number() {
  return {minus_infinity, plus_infinity, false};
}
constexpr Interval unknown_truth() {
  return {0, 1, false};
}
constexpr Interval failure() {
  return {1, 0, true};
}
constexpr Interval truth_of(bool surely_true, bool surely_false,
                            bool may_fail) {
  return {surely_true ? 1 : 0, surely_false ? 0 : 1, may_fail};
}
constexpr bool infinite(const Interval& i) {
  return i.low == minus_infinity || i.high == plus_infinity;
}

// The least interval that contains both.
Interval hull(const Interval& a, const Interval& b);

// a + b, a - b. The operands have values; an operand that is infinite may
// overflow. The results' may_fail says only what the operation adds.
Interval add(const Interval& a, const Interval& b, bool minus);
Interval multiply(const Interval& a, const Interval& b);
Interval absolute(const Interval& a);
Interval power(Scalar base, Scalar exponent);

// Euclidean quotient, or rest; the divisor is not 0.
Interval divide(const Interval& a, Scalar b, bool rest);

}  // namespace interval

}  // namespace vicinal::network::inline semantics
