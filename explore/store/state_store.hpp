// SPDX-License-Identifier: MIT
// The states of a breadth-first search: packed, exact, each once, in the order
// they were found.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "network/steps/packing.hpp"

namespace vicinal::explore::inline store {

// A state takes its bits, rounded up to bytes, and 3.3 to 5 bytes in an index
// by open addressing (4.4 to 7 from ten million states on). States of one word
// are scrambled by a bijection: the first 8 bits of the result say in which of
// 256 shards a state lies, and are not stored. Shards grow one by one, by half,
// so that little is copied at a time.
class StateStore {
 public:
  // Numbers of states take 2, 3 bytes in the index as long as they have no more
  // bits: at most 16, 24.
  struct Bits {
    unsigned two_bytes = 16, three_bytes = 24;
  };
  explicit StateStore(const network::Packing& packing, Bits bits = {16, 24});

  std::uint32_t shards() const {
    return static_cast<std::uint32_t>(shards_.size());
  }
  std::uint64_t size() const;  // O(shards)
  // States of a shard are numbered from 0.
  std::uint32_t size(std::uint32_t shard) const { return shards_[shard].size; }

  // Where a state belongs.
  struct Hashed {
    std::uint32_t shard = 0;
    std::uint64_t hash = 0;  // of one word: what is stored
  };
  Hashed hashed(const std::uint64_t* state) const {
    if (!one_word_) return hashed_words(state);
    const std::uint64_t x = scramble(state[0]);
    return {static_cast<std::uint32_t>((x & ~rest_mask_) >> (rest_bits_ & 63)),
            x & rest_mask_};
  }

  // Memory is slow: has the processor fetch what `insert` looks at first; and,
  // when that is there, the state that it compares with then. (Unless they are
  // inlined early, the compiler drops calls of what seems to have no effect.)
  [[gnu::always_inline]] void prefetch(const Hashed& hashed) const {
    const Shard& s = shards_[hashed.shard];
    if (s.most > 0) __builtin_prefetch(block(s, start(s, hashed.hash)));
  }
  [[gnu::always_inline]] void prefetch_state(const Hashed& hashed) const {
    const Shard& s = shards_[hashed.shard];
    if (s.most == 0) return;
    const std::uint8_t* b = block(s, start(s, hashed.hash));
    const std::uint64_t same = zero_bytes(load(b) ^ repeated(tag(hashed.hash)));
    if (same != 0) __builtin_prefetch(at(s, number(s, b, first_byte(same))));
  }

  // Whether the state is new: then it is the last of its shard. Throws
  // std::length_error if a shard is full (2^31 states). Threads may insert into
  // different shards at the same time.
  bool insert(const Hashed& hashed, const std::uint64_t* state);

  void read(std::uint32_t shard, std::uint32_t number,
            std::uint64_t* state) const;

  // Forgets all states.
  void clear();

  std::uint64_t bytes() const;  // O(shards)

 private:
  static constexpr std::uint32_t chunk = 256;  // states
  static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
  static constexpr std::uint64_t factor_a = 0xFF51AFD7ED558CCDULL;
  static constexpr std::uint64_t factor_b = 0xC4CEB9FE1A85EC53ULL;
  // Entries that are looked at together: their tags (8 bits of the hash; 0:
  // empty), then the numbers of their states.
  static constexpr std::size_t block_entries = 8;
  struct alignas(64) Shard {
    std::unique_ptr<std::uint8_t[]> index;  // blocks, and two bytes more
    std::vector<std::unique_ptr<std::uint8_t[]>> chunks;
    std::uint32_t size = 0;
    std::uint32_t most = 0;  // states for which the index has room
    std::size_t blocks = 0;
    unsigned number_bytes = 2;
  };

  // Bytes of a word that are 0: their top bits. Above the lowest one there may
  // be others.
  static std::uint64_t zero_bytes(std::uint64_t word) {
    return (word - repeated(1)) & ~word & repeated(0x80);
  }
  static std::uint64_t repeated(std::uint8_t byte) {
    return byte * std::uint64_t{0x0101010101010101};
  }
  static std::size_t first_byte(std::uint64_t tops) {
    return static_cast<std::size_t>(std::countr_zero(tops)) / 8;
  }
  static std::uint64_t load(const std::uint8_t* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, 8);
    return word;
  }

  static std::size_t start(const Shard& s, std::uint64_t hash) {
    return (hash * golden >> 32) * s.blocks >> 32;
  }
  static std::uint8_t tag(std::uint64_t hash) {
    const auto low = static_cast<std::uint8_t>(hash * golden >> 24);
    return low == 0 ? 1 : low;
  }
  static const std::uint8_t* block(const Shard& s, std::size_t number) {
    return s.index.get() + number * block_entries * (1 + s.number_bytes);
  }
  static std::uint32_t number(const Shard& s, const std::uint8_t* block,
                              std::size_t entry) {
    std::uint32_t value = 0;
    std::memcpy(&value, block + block_entries + entry * s.number_bytes, 4);
    return value & (UINT32_MAX >> (32 - 8 * s.number_bytes));
  }
  static void add_entry(Shard& s, std::uint64_t hash, std::uint32_t number);
  // Two rounds of "xor with the upper half" and "times an odd number" within
  // the bits of the word; each can be undone.
  std::uint64_t scramble(std::uint64_t x) const {
    x ^= x >> half_;
    x = x * factor_a & word_mask_;
    x ^= x >> half_;
    x = x * factor_b & word_mask_;
    return x ^ x >> half_;
  }
  std::uint64_t unscramble(std::uint64_t word) const;
  std::uint64_t hash(const std::uint64_t* state) const;
  Hashed hashed_words(const std::uint64_t* state) const;
  const std::uint8_t* at(const Shard& s, std::uint32_t number) const {
    return s.chunks[number / chunk].get() +
           std::size_t{number % chunk} * state_bytes_;
  }
  std::uint64_t rest_at(const Shard& s, std::uint32_t number) const;
  void read_words(const Shard& s, std::uint32_t number,
                  std::uint64_t* state) const;
  bool same_words(const Shard& s, std::uint32_t number,
                  const std::uint64_t* state) const;
  void append(Shard& s, const Hashed& hashed, const std::uint64_t* state);
  void grow(Shard& s);

  const network::Packing& packing_;
  Bits bits_;
  bool one_word_ = false;
  unsigned half_ = 0;            // of one word: the shift that scrambles
  unsigned rest_bits_ = 0;       // of one word: that are stored
  std::uint64_t word_mask_ = 0;  // of one word: bits that are used
  std::uint64_t rest_mask_ = 0;
  std::vector<unsigned> word_bytes_;  // of several words
  std::size_t state_bytes_ = 0;
  std::vector<Shard> shards_;
};

}  // namespace vicinal::explore::inline store
