// SPDX-License-Identifier: MIT
// Numbers for sequences of numbers: equal sequences, equal numbers. Not for
// use outside of groupoid/.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "network/base/sequence_hash.hpp"

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
  tsl::robin_map<Sequence, std::uint32_t, network::SequenceHash> numbers_;
};

}  // namespace vicinal::groupoid::inline similarity
