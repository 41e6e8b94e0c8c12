// SPDX-License-Identifier: MIT
// Equal sequences of all ranks, brought together: each goes to the rank that
// its hash belongs to, which compares them in full, so that a hash can make
// this slow and not wrong.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/ranks/post.hpp"

namespace vicinal::network::inline ranks {

// Sequences of numbers, one behind the other.
class Keys {
 public:
  std::size_t size() const { return end_.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    return std::span(words_).subspan(end_[i], end_[i + 1] - end_[i]);
  }
  void add(std::span<const std::uint32_t> key) {
    words_.insert(words_.end(), key.begin(), key.end());
    close();
  }
  // One by one: words of a key, and its end.
  void word(std::uint32_t word) { words_.push_back(word); }
  void close() { end_.push_back(words_.size()); }

 private:
  Words words_;
  std::vector<std::size_t> end_ = {0};
};

using KeyHash = std::uint64_t(std::span<const std::uint32_t>);
KeyHash key_hash;

class Meeting {
 public:
  // What is equal.
  struct Part {
    std::uint32_t count = 0;  // how many keys of all ranks
    // The first of them: of the lowest rank, there the lowest number.
    std::uint32_t rank = 0, index = 0;
  };

  // All ranks, with as many keys as each has: fewer than 2^32 in all. The post
  // must outlive it. O(words * log keys) here. Polls.
  Meeting(Post& post, const Keys& keys, KeyHash* hash = key_hash);

  // Those that this rank has compared, in no order that means anything.
  const std::vector<Part>& parts() const { return parts_; }
  std::span<const std::uint32_t> key(std::size_t part) const {
    return met_[first_met_[part]];
  }

  // All ranks: values[p] is said of every key in part p. Of this rank's keys
  // what was said of each.
  Words answers(const Words& values);
  // A number for each key: equal for equal keys of all ranks, and no other.
  // Below `bound`, which all ranks have.
  Words numbers(std::uint32_t& bound);

 private:
  void receive(const std::vector<Words>& in, KeyHash* hash);

  Post& post_;
  // Of this rank's keys: which of those that it sent, and of these, by rank.
  Words sent_of_, sent_to_;
  Keys met_;
  std::vector<std::uint32_t> met_part_, met_from_;
  std::vector<std::size_t> first_met_;  // per part
  std::vector<Part> parts_;
};

// Numbers of this rank become different from those of all others: i-th of
// `rank`, of `size` ranks. Throws std::length_error where 32 bits are too few.
std::uint32_t number_of(std::uint64_t i, unsigned rank, unsigned size);

}  // namespace vicinal::network::inline ranks
