// SPDX-License-Identifier: MIT
// Numbers modulo a prime have inverses, so that no fraction grows. An equation
// is read back as whole numbers by trying what to multiply it with; a residue
// near the prime is a negative number.
#include "fixpoint/lemmas/elimination.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace vicinal::fixpoint::inline lemmas {

using network::Scalar;

namespace {

constexpr std::int64_t most_factor = 8;
constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{a} * b % prime);
}

std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return a >= b ? a - b : a + (prime - b);
}

std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t e = prime - 2; e != 0; e >>= 1) {
    if ((e & 1) != 0) result = times(result, a);
    a = times(a, a);
  }
  return result;
}

std::uint64_t residue(Scalar value) {
  const auto rest = value % static_cast<Scalar>(prime);
  return static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<Scalar>(prime)
                                             : rest);
}

void subtract(std::vector<std::uint64_t>& row,
              const std::vector<std::uint64_t>& other, std::uint64_t factor) {
  if (factor == 0) return;
  for (std::size_t c = 0; c < row.size(); ++c) {
    row[c] = minus(row[c], times(other[c], factor));
  }
}

// Whole factors, if they are small.
std::optional<Factors> whole(const std::vector<std::uint64_t>& fact) {
  for (Scalar scale = 1; scale <= most_factor; ++scale) {
    Factors out;
    for (const std::uint64_t x : fact) {
      const std::uint64_t y = times(x, static_cast<std::uint64_t>(scale));
      const bool negative = y > prime / 2;
      const std::uint64_t size = negative ? prime - y : y;
      if (size > static_cast<std::uint64_t>(most_factor)) break;
      const auto value = static_cast<Scalar>(size);
      out.push_back(negative ? -value : value);
    }
    if (out.size() == fact.size()) return out;
  }
  return std::nullopt;
}

}  // namespace

bool Space::add(std::span<const Scalar> numbers) {
  Row row;
  for (const Scalar x : numbers) row.push_back(residue(x));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const std::uint64_t factor = row[pivots_[r]];
    subtract(row, rows_[r], factor);
  }
  std::size_t pivot = 0;
  while (pivot < columns_ && row[pivot] == 0) ++pivot;
  if (pivot == columns_) return false;
  const std::uint64_t factor = inverse(row[pivot]);
  for (std::uint64_t& x : row) x = times(x, factor);
  for (Row& other : rows_) {
    const std::uint64_t share = other[pivot];
    subtract(other, row, share);
  }
  rows_.push_back(std::move(row));
  pivots_.push_back(pivot);
  return true;
}

std::vector<Factors> Space::equations() const {
  std::vector<Factors> out;
  for (std::size_t c = 0; c < columns_; ++c) {
    if (std::find(pivots_.begin(), pivots_.end(), c) != pivots_.end()) continue;
    Row fact(columns_, 0);
    fact[c] = 1;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      fact[pivots_[r]] = minus(0, rows_[r][c]);
    }
    if (auto factors = whole(fact)) out.push_back(std::move(*factors));
  }
  return out;
}

std::string equation_text(std::span<const std::string> columns,
                          const Factors& factors) {
  std::vector<std::string> sides[2];
  for (std::size_t c = columns.size(); c-- > 0;) {
    if (factors[c] == 0) continue;
    const Scalar factor = std::abs(factors[c]);
    const std::string& text = columns[c];
    sides[factors[c] < 0 ? 1 : 0].push_back(
        text == "1"   ? std::to_string(factor)
        : factor == 1 ? text
                      : fmt::format("{} * {}", factor, text));
  }
  for (auto& side : sides) {
    if (side.empty()) side.emplace_back("0");
  }
  return fmt::format("{} == {}", fmt::join(sides[0], " + "),
                     fmt::join(sides[1], " + "));
}

}  // namespace vicinal::fixpoint::inline lemmas
