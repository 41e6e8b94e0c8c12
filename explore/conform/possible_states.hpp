// SPDX-License-Identifier: MIT
// Sets of packed states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vicinal::explore::inline conform {

// Sorted, without doubles, once `settle` was called.
class PossibleStates {
 public:
  explicit PossibleStates(std::size_t words) : words_(words) {}

  std::size_t size() const { return data_.size() / words_; }
  bool empty() const { return data_.empty(); }
  const std::uint64_t* operator[](std::size_t i) const {
    return data_.data() + i * words_;
  }
  std::uint64_t bytes() const {
    return (data_.capacity() + spare_.capacity()) * sizeof(std::uint64_t);
  }

  void clear() { data_.clear(); }
  void add(const std::uint64_t* state) {
    data_.insert(data_.end(), state, state + words_);
  }
  // O(n log n). Polls.
  void settle();

  // Adds the states of `others`, both settled. O(size of both).
  void unite(const PossibleStates& others);

  // Takes those of `others` away, both settled. O(size * log(size of others)).
  void remove(const PossibleStates& others);

  void swap(PossibleStates& other) {
    data_.swap(other.data_);
    spare_.swap(other.spare_);
  }

 private:
  bool contains(const std::uint64_t* state) const;
  int compare(const std::uint64_t* a, const std::uint64_t* b) const;

  std::size_t words_;
  std::vector<std::uint64_t> data_;
  std::vector<std::uint64_t> spare_;
};

}  // namespace vicinal::explore::inline conform
