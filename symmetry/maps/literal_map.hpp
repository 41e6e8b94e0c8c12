// SPDX-License-Identifier: MIT
// Permutations of literals (SD III-B): of variables, and of their values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/flat/guarded.hpp"

namespace vicinal::symmetry::inline maps {

// `x = a` becomes `slot[x] = value[x][a - low]`, where low is the least value
// of x's type, which is that of slot[x]. An empty list: values stay.
struct LiteralMap {
  std::vector<std::uint32_t> slot;
  std::vector<std::vector<network::Scalar>> value;

  network::Scalar image(std::uint32_t s, network::Scalar low,
                        network::Scalar v) const {
    return value[s].empty() ? v : value[s][static_cast<std::size_t>(v - low)];
  }
  bool identity() const {
    for (std::uint32_t s = 0; s < slot.size(); ++s) {
      if (slot[s] != s || !value[s].empty()) return false;
    }
    return true;
  }
  bool operator==(const LiteralMap&) const = default;
};

}  // namespace vicinal::symmetry::inline maps
