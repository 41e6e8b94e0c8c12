// SPDX-License-Identifier: MIT
// Which units (steps, members of a count, choices of a formula) one table
// serves. One after the other is added as long as what they read lies in one
// word and a table over all of it has no more than 2^most entries: greedy, in
// the order of the units.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "network/steps/bit_index.hpp"
#include "network/steps/packing.hpp"

namespace vicinal::network::inline steps {

// What the units of a table read.
class TableBits {
 public:
  using WordBits = Packing::WordBits;

  explicit TableBits(int most) : most_(most) {}

  // The bits of a unit that has a table at all; none: of several words, or too
  // many.
  std::optional<WordBits> alone(std::optional<WordBits> unit) const {
    return unit && std::popcount(unit->bits) <= most_ ? unit : std::nullopt;
  }

  // Whether the table may serve this unit as well. Where nothing is read any
  // word will do.
  bool takes(const WordBits& unit) const {
    const bool one_word = bits_ == 0 || unit.bits == 0 || unit.word == word_;
    return one_word && std::popcount(bits_ | unit.bits) <= most_;
  }
  void add(const WordBits& unit) {
    bits_ |= unit.bits;
    if (unit.bits != 0) word_ = unit.word;
  }
  // For the next table.
  void clear() { bits_ = 0; }

  BitIndex index() const { return {word_, bits_}; }

 private:
  int most_;
  std::uint32_t word_ = 0;
  std::uint64_t bits_ = 0;
};

}  // namespace vicinal::network::inline steps
