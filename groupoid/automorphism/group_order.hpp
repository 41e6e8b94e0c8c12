// SPDX-License-Identifier: MIT
// The order of a group as a product of small numbers and factorials, which are
// multiplied only to be written down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace vicinal::groupoid::inline automorphism {

class GroupOrder {
 public:
  // Times k, or k factorial, `power` times over; k >= 1.
  void multiply(std::uint32_t k, std::uint64_t power = 1);
  void multiply_factorial(std::uint32_t k, std::uint64_t power = 1);
  // Takes a factorial back that was put in.
  void divide_factorial(std::uint32_t k, std::uint64_t power);

  // Decimal; nothing if it has more digits (up to rounding). Costs about the
  // square of the digits.
  std::optional<std::string> decimal(std::size_t digits) const;

 private:
  std::map<std::uint32_t, std::uint64_t> numbers_, factorials_;
};

}  // namespace vicinal::groupoid::inline automorphism
