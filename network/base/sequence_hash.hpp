// SPDX-License-Identifier: MIT
// A hash of sequences of numbers, for tables that look at the last bits of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vicinal::network::inline base {

struct SequenceHash {
  std::size_t operator()(const std::vector<std::uint32_t>& sequence) const {
    std::uint64_t h = 0x9E3779B97F4A7C15U + sequence.size();
    for (const std::uint32_t v : sequence) {
      h = (h ^ v) * 0xD6E8FEB86659FD93U;
      h ^= h >> 32;
    }
    return h;
  }
};

}  // namespace vicinal::network::inline base
