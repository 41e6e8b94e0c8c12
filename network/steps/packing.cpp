// SPDX-License-Identifier: MIT
// Fields are laid out in the order of slots, a new word where one does not
// fit: variables of one node stay together.
#include "network/steps/packing.hpp"

#include <algorithm>
#include <bit>

#include "network/base/budget.hpp"

namespace vicinal::network::inline steps {

Packing::Packing(std::span<const Bounds> slots) {
  unsigned used = 64;
  for (std::uint32_t s = 0; s < slots.size(); ++s) {
    poll();
    const Bounds& b = slots[s];
    BitField& field = bit_fields_.emplace_back();
    field.low = b.low;
    const std::uint64_t span =
        static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low);
    const auto width = static_cast<unsigned>(std::bit_width(span));
    if (width == 0) continue;
    if (used + width > 64) {
      ++words_;
      used = 0;
      bits_.push_back(0);
    }
    field.word = static_cast<std::uint32_t>(words_ - 1);
    field.shift = static_cast<std::uint8_t>(used);
    field.mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    fields_.push_back(s);
    used += width;
    bits_.back() = used;
  }
  if (words_ == 0) {
    words_ = 1;
    bits_.push_back(0);
  }
  slots_ = bit_fields_.size();
  derived_word_ = words_ - 1;
  derived_bits_ = bits_.back();
}

std::optional<std::uint32_t> Packing::add_derived(std::uint64_t most) {
  const auto width = static_cast<unsigned>(std::bit_width(most));
  if (derived_bits_ + width > 64) {
    if (derived_word_ + 1 == words_ + derived_words) return std::nullopt;
    ++derived_word_;
    derived_bits_ = 0;
  }
  BitField& field = bit_fields_.emplace_back();
  field.word = static_cast<std::uint32_t>(derived_word_);
  field.shift = static_cast<std::uint8_t>(derived_bits_);
  field.mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
  derived_bits_ += width;
  return static_cast<std::uint32_t>(bit_fields_.size() - 1);
}

std::optional<Packing::WordBits> Packing::bits_of(
    std::span<const std::uint32_t> slots, std::uint32_t without) const {
  WordBits out;
  for (const std::uint32_t slot : slots) {
    const BitField& p = bit_fields_[slot];
    if (slot == without || p.mask == 0) continue;
    if (out.bits != 0 && p.word != out.word) return std::nullopt;
    out.word = p.word;
    out.bits |= p.mask << p.shift;
  }
  return out;
}

void Packing::pack(std::span<const Scalar> state, std::uint64_t* out) const {
  std::fill_n(out, words_, 0);
  for (const std::uint32_t s : fields_) {
    const BitField& p = bit_fields_[s];
    out[p.word] |= field(p, state[s]);
  }
}

void Packing::unpack(const std::uint64_t* packed,
                     std::span<Scalar> state) const {
  for (std::uint32_t s = 0; s < slots_; ++s) {
    const BitField& p = bit_fields_[s];
    const std::uint64_t value =
        p.mask == 0 ? 0 : (packed[p.word] >> p.shift) & p.mask;
    state[s] = static_cast<Scalar>(value + static_cast<std::uint64_t>(p.low));
  }
}

}  // namespace vicinal::network::inline steps
