// SPDX-License-Identifier: MIT
// Hashes of numbers and of lists of them, for tables that look at the last
// bits: numbers as they are would fall together.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vicinal::explore::inline lazy {

inline std::uint64_t mixed(std::uint64_t x) {
  x = (x + 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
  return x ^ x >> 32;
}

struct Mixing {
  std::size_t operator()(std::uint64_t number) const { return mixed(number); }
  template <class List>
  std::size_t operator()(const List& list) const {
    std::uint64_t h = list.size();
    for (const auto v : list) h = mixed(h ^ static_cast<std::uint64_t>(v));
    return h;
  }
};

}  // namespace vicinal::explore::inline lazy
