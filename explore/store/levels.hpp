// SPDX-License-Identifier: MIT
// Which states of a store lie at which distance.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "explore/store/state_store.hpp"

namespace vicinal::explore::inline store {

// The states of a level follow each other in every shard. 8 bytes for each
// level in which a shard has states.
class Levels {
 public:
  explicit Levels(const StateStore& store)
      : store_(store), starts_(store.shards()), end_(store.shards(), 0) {}

  // Whatever is new in the store, all of it in these shards, is the next level;
  // false: nothing is.
  bool next(std::span<const std::uint32_t> shards);

  // The next level has no states here: they are in other stores. `next` has
  // found nothing.
  void none() { ++count_; }

  // The number of the last level.
  std::uint64_t last() const { return count_ - 1; }

  struct ShardRange {
    std::uint32_t begin = 0, end = 0;
  };
  // In ascending order: those in which the last level has states.
  std::span<const std::uint32_t> shards() const { return shards_; }

  // Of a level that is there.
  ShardRange part(std::uint64_t level, std::uint32_t shard) const;

  // Calls visit(level, ShardRange) for the states begin <= i < end of a shard,
  // in their order. Those behind the last level are of the next one.
  // O(log(levels) + calls).
  template <class Visit>
  void each_range(std::uint32_t shard, std::uint32_t begin, std::uint32_t end,
                  const Visit& visit) const;

  std::uint64_t bytes() const { return entries_ * 8; }

 private:
  struct Start {
    std::uint32_t level = 0;
    std::uint32_t begin = 0;
  };
  const StateStore& store_;
  std::vector<std::vector<Start>> starts_;  // per shard
  std::vector<std::uint32_t> end_;          // per shard: of the last level
  std::vector<std::uint32_t> shards_;
  std::uint64_t count_ = 0;
  std::uint64_t entries_ = 0;
};

template <class Visit>
void Levels::each_range(std::uint32_t shard, std::uint32_t begin,
                        std::uint32_t end, const Visit& visit) const {
  const auto& starts = starts_[shard];
  auto at = std::upper_bound(
      starts.begin(), starts.end(), begin,
      [](std::uint32_t number, const Start& s) { return number < s.begin; });
  while (begin < end) {
    const bool behind = begin >= end_[shard];
    const std::uint32_t next = at != starts.end() ? at->begin
                               : behind           ? end
                                                  : end_[shard];
    const std::uint64_t level = behind ? count_ : std::prev(at)->level;
    visit(level, ShardRange{begin, std::min(next, end)});
    begin = std::min(next, end);
    if (at != starts.end()) ++at;
  }
}

}  // namespace vicinal::explore::inline store
