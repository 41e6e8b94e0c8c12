// SPDX-License-Identifier: MIT
// States are stored in the order they are found, so a level is a range in each
// shard, and its end is where the shard's next level begins. Shards without
// states of a level have no entry for it.
#include "explore/store/levels.hpp"

#include <algorithm>

namespace vicinal::explore::inline store {

bool Levels::next(std::span<const std::uint32_t> shards) {
  shards_.clear();
  for (const std::uint32_t s : shards) {
    const std::uint32_t size = store_.size(s);
    if (size == end_[s]) continue;
    starts_[s].push_back({static_cast<std::uint32_t>(count_), end_[s]});
    ++entries_;
    end_[s] = size;
    shards_.push_back(s);
  }
  std::sort(shards_.begin(), shards_.end());
  count_ += shards_.empty() ? 0 : 1;
  return !shards_.empty();
}

Levels::ShardRange Levels::part(std::uint64_t level,
                                std::uint32_t shard) const {
  const auto& starts = starts_[shard];
  const auto at = std::lower_bound(
      starts.begin(), starts.end(), level,
      [](const Start& s, std::uint64_t l) { return s.level < l; });
  if (at == starts.end() || at->level != level) return {};
  const auto after = at + 1;
  return {at->begin, after == starts.end() ? end_[shard] : after->begin};
}

}  // namespace vicinal::explore::inline store
