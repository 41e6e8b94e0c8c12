// SPDX-License-Identifier: MIT
// Sets of local states as rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline views {

// A set of rows over `width` columns, sorted, without repetition.
struct StateSet {
  std::uint32_t width = 0;
  std::size_t rows = 0;
  std::vector<network::Scalar> values;  // row-major

  std::span<const network::Scalar> row(std::size_t i) const {
    return std::span(values).subspan(i * width, width);
  }
  bool operator==(const StateSet&) const = default;
  auto operator<=>(const StateSet&) const = default;
};

// Sorts rows and removes repetitions.
StateSet sorted_set(std::uint32_t width, std::vector<network::Scalar> values,
                    std::size_t rows);

// The set with its columns renamed: column c becomes column at[c]; unchanged
// if `at` is empty.
StateSet renamed(const StateSet& set, const std::vector<std::uint32_t>& at);

}  // namespace vicinal::fixpoint::inline views
