// SPDX-License-Identifier: MIT
// Division and powers of 64 bits, as the language has them (design 3.3), and
// numbers of 128.
#pragma once

#include <cstdint>

namespace vicinal::network::inline base {

// Wide enough for any sum or product of two numbers.
__extension__ using Wide = __int128;

// Euclidean: the rest is never negative. False: b is 0, or overflow.
inline bool divide(std::int64_t a, std::int64_t b, std::int64_t& quotient) {
  if (b == 0) return false;
  if (b == -1) return !__builtin_sub_overflow(std::int64_t{0}, a, &quotient);
  quotient = a / b;
  if (a % b < 0) quotient += b > 0 ? -1 : 1;
  return true;
}

// False: b is 0.
inline bool modulo(std::int64_t a, std::int64_t b, std::int64_t& rest) {
  if (b == 0) return false;
  if (b == -1) {
    rest = 0;
    return true;
  }
  rest = a % b;
  // b is never the least number here: |a % b| < |b| keeps this in range.
  if (rest < 0) rest = b > 0 ? rest + b : rest - b;
  return true;
}

// False: the exponent is negative, or overflow.
inline bool power(std::int64_t base, std::int64_t exponent,
                  std::int64_t& result) {
  if (exponent < 0) return false;
  result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) {
      return false;
    }
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return false;
  }
  return true;
}

}  // namespace vicinal::network::inline base
