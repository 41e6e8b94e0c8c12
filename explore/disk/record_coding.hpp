// SPDX-License-Identifier: MIT
// Ascending states, each with its level, as few bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "network/steps/packing.hpp"

namespace vicinal::explore::inline disk {

// The order of states: that of their first words that differ.
inline bool state_less(const std::uint64_t* a, const std::uint64_t* b,
                       std::size_t words) {
  for (std::size_t w = 0; w + 1 < words; ++w) {
    if (a[w] != b[w]) return a[w] < b[w];
  }
  return a[words - 1] < b[words - 1];
}

// How records are written. A record is what its state has more than the one
// before it (of the first of a block: than 0), and its level:
//
//   first byte        what follows, of each word but the first
//   c dddd lll        one byte, of a word of at most 8 bits: it, xor the one
//   |   |   level       before
//   |   difference    else a byte that says which bytes of "it, xor the one
//   more bytes          before" are not 0, and these
//
// The first word is the difference to the one before; its lowest bits share a
// byte with the level, counted from the least one of the block. Above six bits
// of level, the level has bytes of its own, which come last. Numbers that have
// bytes of their own take 7 bits in each; the top one says that more follow.
// States that are near each other in this order differ in few low bits, so
// that most records take one byte or two.
class RecordCoding {
 public:
  explicit RecordCoding(const network::Packing& packing);

  std::size_t words() const { return words_.size(); }
  static constexpr unsigned most_shared_bits = 6;
  // Of levels that span so many.
  static unsigned level_bits(std::uint64_t span);
  // Bytes that a record has at most.
  std::size_t most_bytes() const { return most_bytes_; }

  struct Levels {
    std::uint64_t least = 0;
    unsigned bits = 0;
  };
  // Writes the state after `before`, which is made it. Returns the end.
  std::uint8_t* write(Levels levels, std::uint64_t* before,
                      const std::uint64_t* state, std::uint64_t level,
                      std::uint8_t* to) const;
  // The other way round; `state` is the one before, and then the one that was
  // read.
  const std::uint8_t* read(Levels levels, std::uint64_t* state,
                           std::uint64_t& level,
                           const std::uint8_t* from) const {
    const std::uint8_t first = *from++;
    const bool apart = levels.bits > most_shared_bits;
    const unsigned shared = apart ? 0 : levels.bits;
    const unsigned own = 7 - shared;
    level = levels.least + (first & ((1U << shared) - 1));
    std::uint64_t difference = (first & 0x7FU) >> shared;
    if (first >= 0x80) {
      std::uint64_t more = 0;
      from = read_number(more, from);
      difference |= more << own;
    }
    state[0] += difference;
    if (words_.size() > 1) from = read_words(state, from);
    if (apart) {
      std::uint64_t above = 0;
      from = read_number(above, from);
      level += above;
    }
    return from;
  }

 private:
  static const std::uint8_t* read_number(std::uint64_t& number,
                                         const std::uint8_t* from) {
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = *from++;
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return from;
    }
  }
  const std::uint8_t* read_words(std::uint64_t* state,
                                 const std::uint8_t* from) const;

  std::vector<unsigned> words_;  // of each: bytes
  std::size_t most_bytes_ = 0;
};

}  // namespace vicinal::explore::inline disk
