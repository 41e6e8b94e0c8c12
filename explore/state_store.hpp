// SPDX-License-Identifier: MIT
// The states of a breadth-first search: packed, exact, each once, in the order
// they were found.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "network/packing.hpp"

namespace vicinal::explore {

// A state takes its bits, rounded up to bytes, and 3.5 to 5 bytes in an index
// by open addressing (4.5 to 7 from a hundred million states on). States of one
// word are scrambled by a bijection: the first 8 bits of the result say in
// which of 256 shards a state lies, and are not stored. Shards grow one by one,
// by half, so that little is copied at a time.
class StateStore {
 public:
  // `short_bits`: entries of the index take 3 bytes as long as a number of a
  // state takes no more bits; at most 20.
  explicit StateStore(const network::Packing& packing,
                      unsigned short_bits = 20);

  std::uint32_t shards() const {
    return static_cast<std::uint32_t>(shards_.size());
  }
  std::uint64_t size() const;  // O(shards)
  // States of a shard are numbered from 0.
  std::uint32_t size(std::uint32_t shard) const { return shards_[shard].size; }

  // Where a state belongs.
  struct Place {
    std::uint32_t shard = 0;
    std::uint64_t hash = 0;  // of one word: what is stored
  };
  Place place(const std::uint64_t* state) const;

  // Has the processor fetch what `insert` looks at first, and, when that is
  // there, what it looks at then.
  void prefetch(const Place& place) const {
    const Shard& s = shards_[place.shard];
    if (s.most > 0) {
      __builtin_prefetch(&s.index[start(s, place.hash) * s.entry_bytes]);
    }
  }
  void prefetch_state(const Place& place) const {
    const Shard& s = shards_[place.shard];
    if (s.most == 0) return;
    const std::uint32_t found = entry(s, start(s, place.hash));
    const std::uint32_t numbers = number_mask(s);
    if (found != 0 && (found & ~numbers) == tag(s, place.hash)) {
      __builtin_prefetch(at(s, (found & numbers) - 1));
    }
  }

  // Whether the state is new: then it is the last of its shard. Throws
  // std::length_error if a shard is full (2^31 states). Threads may insert into
  // different shards at the same time.
  bool insert(const Place& place, const std::uint64_t* state);

  void read(std::uint32_t shard, std::uint32_t number,
            std::uint64_t* state) const;

  std::uint64_t bytes() const;  // O(shards)

 private:
  static constexpr std::uint32_t chunk = 256;  // states
  static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
  struct Shard {
    // Entries of 3 or 4 bytes. 0: empty; else the number + 1 in the lower bits,
    // and bits of the hash. One byte more, so that 4 can be read.
    std::vector<std::uint8_t> index;
    std::vector<std::unique_ptr<std::uint8_t[]>> chunks;
    std::uint32_t size = 0;
    std::uint32_t most = 0;  // states for which the index has room
    std::size_t entries = 0;
    unsigned entry_bytes = 3;
    unsigned number_bits = 0;
  };

  static std::size_t start(const Shard& s, std::uint64_t hash) {
    return (hash * golden >> 32) * s.entries >> 32;
  }
  static std::uint32_t entry_mask(const Shard& s) {
    return UINT32_MAX >> (32 - 8 * s.entry_bytes);
  }
  static std::uint32_t number_mask(const Shard& s) {
    return UINT32_MAX >> (32 - s.number_bits);
  }
  static std::uint32_t tag(const Shard& s, std::uint64_t hash) {
    const auto low = static_cast<std::uint32_t>(hash * golden);
    return low >> s.number_bits << s.number_bits & entry_mask(s);
  }
  static std::uint32_t entry(const Shard& s, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, s.index.data() + at * s.entry_bytes, 4);
    return value & entry_mask(s);
  }
  static void set_entry(Shard& s, std::size_t at, std::uint32_t value);
  std::uint64_t scramble(std::uint64_t word) const;
  std::uint64_t unscramble(std::uint64_t word) const;
  std::uint64_t hash(const std::uint64_t* state) const;
  const std::uint8_t* at(const Shard& s, std::uint32_t number) const {
    return s.chunks[number / chunk].get() +
           std::size_t{number % chunk} * state_bytes_;
  }
  std::uint64_t rest_at(const Shard& s, std::uint32_t number) const;
  void read_words(const Shard& s, std::uint32_t number,
                  std::uint64_t* state) const;
  bool same_words(const Shard& s, std::uint32_t number,
                  const std::uint64_t* state) const;
  void append(Shard& s, const Place& place, const std::uint64_t* state);
  void grow(Shard& s);

  const network::Packing& packing_;
  unsigned short_bits_;
  bool one_word_ = false;
  unsigned half_ = 0;            // of one word: the shift that scrambles
  unsigned rest_bits_ = 0;       // of one word: that are stored
  std::uint64_t word_mask_ = 0;  // of one word: bits that are used
  std::uint64_t rest_mask_ = 0;
  std::vector<unsigned> word_bytes_;  // of several words
  std::size_t state_bytes_ = 0;
  std::vector<Shard> shards_;
};

}  // namespace vicinal::explore
