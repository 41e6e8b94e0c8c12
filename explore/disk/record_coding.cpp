// SPDX-License-Identifier: MIT
// A record is the difference to the state before, seven bits in a byte: of the
// first word, in whose first byte the level has the lowest bits if it takes
// few, then the bytes in which the other words differ.
#include "explore/disk/record_coding.hpp"

#include <bit>

namespace vicinal::explore::inline disk {

namespace {

constexpr std::size_t most_number_bytes = 10;  // of 64 bits, 7 in each

std::uint8_t* write_number(std::uint64_t number, std::uint8_t* to) {
  for (; number >= 0x80; number >>= 7) {
    *to++ = static_cast<std::uint8_t>(number | 0x80);
  }
  *to++ = static_cast<std::uint8_t>(number);
  return to;
}

}  // namespace

RecordCoding::RecordCoding(const network::Packing& packing) {
  most_bytes_ = 1 + 2 * most_number_bytes;
  for (std::size_t w = 0; w < packing.words(); ++w) {
    words_.push_back((packing.bits(w) + 7) / 8);
    most_bytes_ += 1 + words_.back();
  }
}

unsigned RecordCoding::level_bits(std::uint64_t span) {
  return span < 2 ? 0 : static_cast<unsigned>(std::bit_width(span - 1));
}

std::uint8_t* RecordCoding::write(Levels levels, std::uint64_t* before,
                                  const std::uint64_t* state,
                                  std::uint64_t level, std::uint8_t* to) const {
  const bool apart = levels.bits > most_shared_bits;
  const unsigned shared = apart ? 0 : levels.bits;
  const unsigned own = 7 - shared;
  const std::uint64_t difference = state[0] - before[0];
  const std::uint64_t low = difference & ((1U << own) - 1);
  std::uint64_t first = low << shared;
  if (!apart) first |= level - levels.least;
  const bool more = difference >> own != 0;
  *to++ = static_cast<std::uint8_t>(first | (more ? 0x80 : 0));
  if (more) to = write_number(difference >> own, to);
  before[0] = state[0];
  for (std::size_t w = 1; w < words_.size(); ++w) {
    std::uint64_t other = state[w] ^ before[w];
    before[w] = state[w];
    if (words_[w] == 1) {
      *to++ = static_cast<std::uint8_t>(other);
      continue;
    }
    std::uint8_t& which = *to++;
    which = 0;
    for (unsigned b = 0; other != 0; ++b, other >>= 8) {
      if ((other & 0xFF) == 0) continue;
      which = static_cast<std::uint8_t>(which | 1U << b);
      *to++ = static_cast<std::uint8_t>(other);
    }
  }
  return apart ? write_number(level - levels.least, to) : to;
}

const std::uint8_t* RecordCoding::read_words(std::uint64_t* state,
                                             const std::uint8_t* from) const {
  for (std::size_t w = 1; w < words_.size(); ++w) {
    if (words_[w] == 1) {
      state[w] ^= *from++;
      continue;
    }
    unsigned which = *from++;
    for (; which != 0; which &= which - 1) {
      const auto b = static_cast<unsigned>(std::countr_zero(which));
      state[w] ^= std::uint64_t{*from++} << 8 * b;
    }
  }
  return from;
}

}  // namespace vicinal::explore::inline disk
