// SPDX-License-Identifier: MIT
// States as bit fields: each slot takes as many bits as its bounds need. Behind
// them there may be derived fields, which are no part of the state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::network::inline steps {

// A field never straddles two words. A slot with one value takes no bits; one
// of `int` takes a word. At least one word. O(slots) to pack and to unpack.
class Packing {
 public:
  explicit Packing(const Instance& instance) : Packing(instance.slots) {}
  // Of a part of a state: the bounds of its slots.
  explicit Packing(std::span<const Bounds> slots);

  std::size_t words() const { return words_; }

  // The slot, beyond those of the state, of a new field for 0..most. It lies
  // behind the fields of the last word, or in one of `derived_words` more.
  // None: there is no room.
  static constexpr std::size_t derived_words = 32;
  std::optional<std::uint32_t> add_derived(std::uint64_t most);

  // Where a slot lies; `mask` is 0 if it has one value only.
  struct BitField {
    std::uint32_t word = 0;
    std::uint8_t shift = 0;
    std::uint64_t mask = 0;  // not shifted
    Scalar low = 0;
  };
  const BitField& field_of(std::uint32_t slot) const {
    return bit_fields_[slot];
  }
  // The bits of its word when the slot holds the value.
  static std::uint64_t field(const BitField& p, Scalar value) {
    const std::uint64_t above =
        static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(p.low);
    return (above & p.mask) << p.shift;
  }
  // The bits of some slots, without one of them, if these lie in one word; word
  // 0 if there are none.
  struct WordBits {
    std::uint32_t word = 0;
    std::uint64_t bits = 0;
  };
  std::optional<WordBits> bits_of(std::span<const std::uint32_t> slots,
                                  std::uint32_t without = UINT32_MAX) const;
  // Bits of a word that the state uses, from the lowest on.
  unsigned bits(std::size_t word) const { return bits_[word]; }
  void pack(std::span<const Scalar> state, std::uint64_t* out) const;
  void unpack(const std::uint64_t* packed, std::span<Scalar> state) const;

 private:
  std::vector<std::uint32_t> fields_;  // slots with more than one value
  std::vector<BitField> bit_fields_;   // per slot
  std::vector<unsigned> bits_;         // per word
  std::size_t words_ = 0;
  std::size_t slots_ = 0;  // of the state
  // Where the next derived field may lie.
  std::size_t derived_word_ = 0;
  unsigned derived_bits_ = 0;
};

}  // namespace vicinal::network::inline steps
