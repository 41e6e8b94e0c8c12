// SPDX-License-Identifier: MIT
// The states of a breadth-first search: packed, numbered in the order they
// were found, with the number of the state before.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vicinal::explore {

// Open addressing over numbers, 4 bytes per bucket, at most 3/4 full; a state
// costs its words, 4 bytes for its parent and 6 to 12 in the index. Our own,
// since the tables that the distribution has store keys in the buckets or
// copy them. At most 2^32 - 2 states.
class StateTable {
 public:
  static constexpr std::uint32_t no_parent = UINT32_MAX;

  explicit StateTable(std::size_t words);

  // The number of a state, and whether it is new.
  std::pair<std::uint32_t, bool> insert(const std::uint64_t* state,
                                        std::uint32_t parent);

  std::size_t size() const { return parents_.size(); }
  const std::uint64_t* operator[](std::uint32_t i) const {
    return states_.data() + std::size_t{i} * words_;
  }
  std::uint32_t parent(std::uint32_t i) const { return parents_[i]; }
  std::uint64_t bytes() const;

 private:
  std::uint64_t hash(const std::uint64_t* state) const;
  void grow();

  std::size_t words_;
  std::vector<std::uint64_t> states_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> buckets_;  // number + 1; 0: empty
};

}  // namespace vicinal::explore
