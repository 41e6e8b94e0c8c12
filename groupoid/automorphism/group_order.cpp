// SPDX-License-Identifier: MIT
// Exponents of primes first, then a balanced product: the numbers multiplied
// are of about the same length.
#include "groupoid/automorphism/group_order.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <numeric>
#include <vector>

namespace vicinal::groupoid::inline automorphism {

namespace {

using boost::multiprecision::cpp_int;

// The least prime that divides each number up to `last`.
std::vector<std::uint32_t> least_primes(std::uint32_t last) {
  std::vector<std::uint32_t> least(std::size_t{last} + 1);
  std::iota(least.begin(), least.end(), 0U);
  for (std::size_t p = 2; p * p <= last; ++p) {
    if (least[p] != p) continue;
    for (std::size_t q = p * p; q <= last; q += p) {
      if (least[q] == q) least[q] = static_cast<std::uint32_t>(p);
    }
  }
  return least;
}

cpp_int product(std::vector<cpp_int> factors) {
  while (factors.size() > 1) {
    const std::size_t half = (factors.size() + 1) / 2;
    for (std::size_t i = 0; i + half < factors.size(); ++i) {
      factors[i] *= factors[i + half];
    }
    factors.resize(half);
  }
  return factors.empty() ? cpp_int(1) : std::move(factors[0]);
}

}  // namespace

void GroupOrder::multiply(std::uint32_t k, std::uint64_t power) {
  if (k > 1 && power > 0) numbers_[k] += power;
}

void GroupOrder::multiply_factorial(std::uint32_t k, std::uint64_t power) {
  if (k > 1 && power > 0) factorials_[k] += power;
}

void GroupOrder::divide_factorial(std::uint32_t k, std::uint64_t power) {
  if (k > 1) factorials_[k] -= power;
}

std::optional<std::string> GroupOrder::decimal(std::size_t digits) const {
  std::uint32_t last = 1;
  double length = 0;
  for (const auto& [k, power] : numbers_) {
    last = std::max(last, k);
    length += static_cast<double>(power) * std::log10(k);
  }
  for (const auto& [k, power] : factorials_) {
    last = std::max(last, k);
    length += static_cast<double>(power) * std::lgamma(k + 1.0) / std::log(10);
  }
  if (length > static_cast<double>(digits)) return std::nullopt;

  std::vector<std::uint64_t> exponent(std::size_t{last} + 1);
  for (const auto& [k, power] : factorials_) exponent[k] += power;
  for (std::uint32_t k = last; k-- > 2;) exponent[k] += exponent[k + 1];
  for (const auto& [k, power] : numbers_) exponent[k] += power;
  const auto least = least_primes(last);
  std::vector<cpp_int> powers;
  for (std::uint32_t k = last; k >= 2; --k) {
    if (exponent[k] == 0) continue;
    if (least[k] != k) {
      exponent[least[k]] += exponent[k];
      exponent[k / least[k]] += exponent[k];
      continue;
    }
    powers.emplace_back(pow(cpp_int(k), static_cast<unsigned>(exponent[k])));
  }
  return product(std::move(powers)).str();
}

}  // namespace vicinal::groupoid::inline automorphism
