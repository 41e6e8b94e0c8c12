// SPDX-License-Identifier: MIT
// Linear equations between the columns of a matrix: its null space, found by
// elimination modulo a large prime. Small factors are the same there; whether
// they are right is for obligations to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline lemmas {

// One for each column: what they are multiplied with to add up to 0.
using Factors = std::vector<network::Scalar>;

// The rows so far, in reduced echelon form.
class Space {
 public:
  explicit Space(std::size_t columns) : columns_(columns) {}

  // False: it depends on the rows before. O(columns * rows kept).
  bool add(std::span<const network::Scalar> row);
  std::size_t rank() const { return rows_.size(); }
  // No equation is left.
  bool full() const { return rank() == columns_; }

  // Independent equations that all rows satisfy, those with small whole
  // factors: one for each column that the ones before it determine.
  std::vector<Factors> equations() const;

 private:
  using Row = std::vector<std::uint64_t>;

  std::size_t columns_;
  std::vector<Row> rows_;
  std::vector<std::size_t> pivots_;
};

// `count + 2 * sum == n`; the column "1" is written as a number.
std::string equation_text(std::span<const std::string> columns,
                          const Factors& factors);

}  // namespace vicinal::fixpoint::inline lemmas
