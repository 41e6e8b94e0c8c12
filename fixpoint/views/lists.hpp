// SPDX-License-Identifier: MIT
// Singly linked lists of numbers in one array. Not for use outside of
// fixpoint/.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace vicinal::fixpoint::inline views {

inline constexpr std::uint32_t end_of_list = UINT32_MAX;

struct Lists {
  std::vector<std::uint32_t> head;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cells;  // value, next

  void grow(std::size_t n) { head.resize(n, end_of_list); }
  void push(std::uint32_t list, std::uint32_t value) {
    cells.emplace_back(value, head[list]);
    head[list] = static_cast<std::uint32_t>(cells.size() - 1);
  }
  std::uint64_t bytes() const {
    return head.capacity() * 4 + cells.capacity() * 8;
  }
};

}  // namespace vicinal::fixpoint::inline views
