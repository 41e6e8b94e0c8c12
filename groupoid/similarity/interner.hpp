// SPDX-License-Identifier: MIT
// Numbers for sequences of numbers: equal sequences, equal numbers. Not for
// use outside of groupoid/.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

namespace vicinal::groupoid::inline similarity {

using Sequence = std::vector<std::uint32_t>;

class Interner {
 public:
  // Numbers count from 0 in the order of first use. Expected O(length).
  std::uint32_t operator()(const Sequence& s) {
    const auto found = numbers_.find(s);
    if (found != numbers_.end()) return found->second;
    const auto fresh = static_cast<std::uint32_t>(numbers_.size());
    numbers_.insert({s, fresh});
    return fresh;
  }
  std::size_t size() const { return numbers_.size(); }
  void clear() { numbers_.clear(); }

 private:
  struct Hash {
    std::size_t operator()(const Sequence& s) const {
      std::uint64_t h = 0x9E3779B97F4A7C15U + s.size();
      for (const std::uint32_t v : s) {
        h = (h ^ v) * 0xD6E8FEB86659FD93U;
        h ^= h >> 32;
      }
      return h;
    }
  };
  tsl::robin_map<Sequence, std::uint32_t, Hash> numbers_;
};

}  // namespace vicinal::groupoid::inline similarity
