// SPDX-License-Identifier: MIT
// Linear probing; the number of buckets is a power of two.
#include "explore/state_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace vicinal::explore {

StateTable::StateTable(std::size_t words) : words_(words), buckets_(1024, 0) {}

std::uint64_t StateTable::hash(const std::uint64_t* state) const {
  std::uint64_t h = 0x9E3779B97F4A7C15ULL;
  for (std::size_t i = 0; i < words_; ++i) {
    h ^= state[i];
    h *= 0xFF51AFD7ED558CCDULL;
    h ^= h >> 32;
  }
  return h * 0xC4CEB9FE1A85EC53ULL >> 7;
}

void StateTable::grow() {
  std::vector<std::uint32_t> larger(buckets_.size() * 2, 0);
  const std::uint64_t mask = larger.size() - 1;
  for (std::uint32_t i = 0; i < size_; ++i) {
    std::uint64_t at = hash((*this)[i]) & mask;
    while (larger[at] != 0) at = (at + 1) & mask;
    larger[at] = i + 1;
  }
  buckets_ = std::move(larger);
}

std::pair<std::uint32_t, bool> StateTable::insert(const std::uint64_t* state,
                                                  std::uint32_t parent) {
  if ((size_ + 1) * 4 > buckets_.size() * 3) grow();
  const std::uint64_t mask = buckets_.size() - 1;
  std::uint64_t at = hash(state) & mask;
  for (; buckets_[at] != 0; at = (at + 1) & mask) {
    const std::uint32_t i = buckets_[at] - 1;
    if (std::equal(state, state + words_, (*this)[i])) return {i, false};
  }
  if (size_ >= UINT32_MAX - 2) {
    throw std::length_error("StateTable: too many states");
  }
  if (size_ == chunks_.size() * chunk) {
    chunks_.push_back({std::make_unique<std::uint64_t[]>(chunk * words_),
                       std::make_unique<std::uint32_t[]>(chunk)});
  }
  const auto number = static_cast<std::uint32_t>(size_);
  Chunk& last = chunks_.back();
  std::copy_n(state, words_, last.states.get() + size_ % chunk * words_);
  last.parents[size_ % chunk] = parent;
  buckets_[at] = number + 1;
  ++size_;
  return {number, true};
}

std::uint64_t StateTable::bytes() const {
  return chunks_.size() * chunk * (words_ * 8 + 4) + buckets_.capacity() * 4;
}

}  // namespace vicinal::explore
