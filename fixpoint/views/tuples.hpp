// SPDX-License-Identifier: MIT
// A set of short sequences of scalars, numbered in the order of insertion:
// local states, values of shared edges.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline views {

// Two numbers of 32 bits as a key. Tables of tsl take low bits of the hash, and
// std::hash of a number is the number.
struct MixedHash {
  std::size_t operator()(std::uint64_t key) const {
    key = (key ^ (key >> 32)) * 0xD6E8FEB86659FD93U;
    return key ^ (key >> 32);
  }
};

// Values of slots of an instance, several in a word: for tuples that are only
// told apart.
class Dense {
 public:
  explicit Dense(const network::Instance& instance);

  // Equal words and numbers of values: equal values. O(length).
  void pack(std::vector<network::Scalar>& values) const;

 private:
  network::Scalar low_ = 0;  // of all slots
  unsigned bits_ = 1;        // of a value
};

// Every tuple has a tag (a node, a channel) and values. Equal tag and values:
// equal number. Amortised O(length) per call; 8 bytes per value and about 30
// per tuple.
class Tuples {
 public:
  Tuples() = default;
  Tuples(const Tuples&) = delete;
  Tuples& operator=(const Tuples&) = delete;

  // The number of a tuple, and whether it is new. `values` may point into
  // this set.
  std::pair<std::uint32_t, bool> insert(
      std::uint32_t tag, std::span<const network::Scalar> values);

  // The number of a tuple that may be there; UINT32_MAX: it is not.
  std::uint32_t find(std::uint32_t tag,
                     std::span<const network::Scalar> values) const;

  std::size_t size() const { return tuples_.size(); }
  std::uint32_t tag(std::uint32_t i) const { return tuples_[i].tag; }
  std::span<const network::Scalar> operator[](std::uint32_t i) const {
    return {values_.data() + tuples_[i].begin, tuples_[i].length};
  }
  std::uint64_t bytes() const;

 private:
  struct Tuple {
    std::uint64_t begin = 0;  // in values_
    std::uint32_t length = 0;
    std::uint32_t tag = 0;
  };
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t number = UINT32_MAX;  // free
  };

  // Where the tuple is in the table, or the free entry where it belongs.
  std::size_t place(std::uint32_t hash, std::uint32_t tag,
                    std::span<const network::Scalar> values) const;
  void append(std::uint32_t tag, std::span<const network::Scalar> values);
  void grow();

  std::vector<Tuple> tuples_;
  std::vector<network::Scalar> values_;
  std::vector<Entry> table_ = std::vector<Entry>(16);  // a power of two
};

}  // namespace vicinal::fixpoint::inline views
