// SPDX-License-Identifier: MIT
// Arithmetic with errors, by the widest integer there is.
#include "value.hpp"

namespace vicinal::oracle {

namespace {

__extension__ using Wide = __int128;

std::int64_t narrow(Wide w) {
  if (w < INT64_MIN || w > INT64_MAX) throw Error{Error::Kind::overflow};
  return static_cast<std::int64_t>(w);
}

}  // namespace

bool Value::operator<(const Value& other) const {
  if (kind != other.kind) return kind < other.kind;
  if (of != other.of) return of < other.of;
  if (n != other.n) return n < other.n;
  return parts < other.parts;
}

Value number(std::int64_t n) {
  return {Value::Kind::number, -1, n, {}};
}

Value boolean(bool b) {
  return {Value::Kind::boolean, -1, b ? 1 : 0, {}};
}

bool equal(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.parts.size() != b.parts.size()) return false;
  if (a.kind != Value::Kind::queue && a.n != b.n) return false;
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    if (!equal(a.parts[i], b.parts[i])) return false;
  }
  return true;
}

std::int64_t add(std::int64_t a, std::int64_t b) {
  return narrow(Wide{a} + b);
}

std::int64_t subtract(std::int64_t a, std::int64_t b) {
  return narrow(Wide{a} - b);
}

std::int64_t multiply(std::int64_t a, std::int64_t b) {
  return narrow(Wide{a} * b);
}

// a = q * b + r with 0 <= r < |b|.
std::int64_t modulo(std::int64_t a, std::int64_t b) {
  if (b == 0) throw Error{Error::Kind::division_by_zero};
  Wide r = Wide{a} % b;
  if (r < 0) r += b < 0 ? -Wide{b} : Wide{b};
  return narrow(r);
}

std::int64_t divide(std::int64_t a, std::int64_t b) {
  return narrow((Wide{a} - modulo(a, b)) / b);
}

std::int64_t power(std::int64_t a, std::int64_t b) {
  if (b < 0) throw Error{Error::Kind::negative_exponent};
  // Other bases overflow within 64 rounds.
  if (a == 0 || a == 1) return b == 0 ? 1 : a;
  if (a == -1) return b % 2 == 0 ? 1 : -1;
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < b; ++i) result = multiply(result, a);
  return result;
}

std::int64_t absolute(std::int64_t a) {
  return a < 0 ? subtract(0, a) : a;
}

}  // namespace vicinal::oracle
