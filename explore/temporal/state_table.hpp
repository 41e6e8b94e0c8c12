// SPDX-License-Identifier: MIT
// Words of equal length, numbered in the order in which they came, each once.
#pragma once

#include <boost/container_hash/hash.hpp>
#include <cstdint>
#include <span>
#include <vector>

namespace vicinal::explore::inline temporal {

class StateTable {
 public:
  explicit StateTable(std::size_t words) : words_(words) {}

  std::uint32_t size() const { return size_; }
  std::span<const std::uint64_t> operator[](std::uint32_t number) const {
    return std::span(list_).subspan(number * words_, words_);
  }

  // Its number, and whether it is new. O(words).
  std::pair<std::uint32_t, bool> add(const std::uint64_t* state) {
    if (slots_.size() < 2 * (std::size_t{size_} + 1)) grow();
    const std::size_t slot = find(state);
    if (slots_[slot] != vacant) return {slots_[slot], false};
    slots_[slot] = size_;
    list_.insert(list_.end(), state, state + words_);
    return {size_++, true};
  }

  std::uint64_t bytes() const {
    return list_.capacity() * 8 + slots_.capacity() * 4;
  }

 private:
  static constexpr std::uint32_t vacant = UINT32_MAX;

  std::size_t find(const std::uint64_t* state) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t hash = boost::hash_range(state, state + words_);
    hash *= 0x9E3779B97F4A7C15ULL;
    std::size_t slot = (hash ^ hash >> 32) & mask;
    while (slots_[slot] != vacant &&
           !std::equal(state, state + words_,
                       list_.data() + slots_[slot] * words_)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), vacant);
    for (std::uint32_t i = 0; i < size_; ++i) {
      slots_[find(list_.data() + i * words_)] = i;
    }
  }

  std::size_t words_;
  std::uint32_t size_ = 0;
  std::vector<std::uint64_t> list_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace vicinal::explore::inline temporal
