// SPDX-License-Identifier: MIT
// Fields are laid out in the order of slots, a new word where one does not
// fit: variables of one node stay together.
#include "network/packing.hpp"

#include <algorithm>
#include <bit>

namespace vicinal::network {

Packing::Packing(const Instance& instance) {
  unsigned used = 64;
  for (std::uint32_t s = 0; s < instance.slots.size(); ++s) {
    const Bounds& b = instance.slots[s];
    minimum_.push_back(b.low);
    const std::uint64_t span =
        static_cast<std::uint64_t>(b.high) - static_cast<std::uint64_t>(b.low);
    const auto width = static_cast<unsigned>(std::bit_width(span));
    if (width == 0) continue;
    if (used + width > 64) {
      ++words_;
      used = 0;
    }
    const std::uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
    fields_.push_back({s, static_cast<std::uint32_t>(words_ - 1),
                       static_cast<std::uint8_t>(used), mask, b.low});
    used += width;
  }
}

void Packing::pack(std::span<const Scalar> state, std::uint64_t* out) const {
  std::fill_n(out, words_, 0);
  for (const Field& f : fields_) {
    const std::uint64_t value = static_cast<std::uint64_t>(state[f.slot]) -
                                static_cast<std::uint64_t>(f.low);
    out[f.word] |= (value & f.mask) << f.shift;
  }
}

void Packing::unpack(const std::uint64_t* packed,
                     std::span<Scalar> state) const {
  std::copy(minimum_.begin(), minimum_.end(), state.begin());
  for (const Field& f : fields_) {
    const std::uint64_t value = (packed[f.word] >> f.shift) & f.mask;
    state[f.slot] =
        static_cast<Scalar>(value + static_cast<std::uint64_t>(f.low));
  }
}

}  // namespace vicinal::network
