// SPDX-License-Identifier: MIT
// The states of a breadth-first search: packed, numbered in the order they
// were found, with the number of the state before.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace vicinal::explore {

// Open addressing over numbers, 4 bytes per bucket, at most 3/4 full; a state
// costs its words, 4 bytes for its parent and 5 to 11 in the index. Our own,
// since the tables that the distribution has store keys in the buckets or
// copy them. States lie in chunks that never move: only the index is copied
// when it grows. At most 2^32 - 2 states.
class StateTable {
 public:
  static constexpr std::uint32_t no_parent = UINT32_MAX;

  explicit StateTable(std::size_t words);

  // The number of a state, and whether it is new.
  std::pair<std::uint32_t, bool> insert(const std::uint64_t* state,
                                        std::uint32_t parent);

  std::size_t size() const { return size_; }
  // Stays where it is as long as the table lives.
  const std::uint64_t* operator[](std::uint32_t i) const {
    return chunks_[i / chunk].states.get() + i % chunk * words_;
  }
  std::uint32_t parent(std::uint32_t i) const {
    return chunks_[i / chunk].parents[i % chunk];
  }
  std::uint64_t bytes() const;

 private:
  static constexpr std::size_t chunk = 4096;  // states
  struct Chunk {
    std::unique_ptr<std::uint64_t[]> states;
    std::unique_ptr<std::uint32_t[]> parents;
  };
  std::uint64_t hash(const std::uint64_t* state) const;
  void grow();

  std::size_t words_;
  std::size_t size_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> buckets_;  // number + 1; 0: empty
};

}  // namespace vicinal::explore
