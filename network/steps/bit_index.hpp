// SPDX-License-Identifier: MIT
// Some bits of a packed state as an index of a table.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vicinal::network::inline steps {

// Bits of one word, in their order.
class BitIndex {
 public:
  BitIndex() = default;
  // `bits`: those of the word that count.
  BitIndex(std::uint32_t word, std::uint64_t bits) : word_(word), bits_(bits) {
    unsigned to = 0;
    while (bits != 0) {
      const auto from = static_cast<unsigned>(std::countr_zero(bits));
      const auto count = static_cast<unsigned>(std::countr_one(bits >> from));
      const std::uint64_t mask = ~std::uint64_t{0} >> (64 - count);
      runs_.push_back({from, to, mask});
      bits &= ~(mask << from);
      to += count;
    }
    size_ = std::size_t{1} << to;
  }

  // Indices are below.
  std::size_t size() const { return size_; }
  std::uint32_t word() const { return word_; }
  std::uint64_t bits() const { return bits_; }

  std::size_t of(const std::uint64_t* state) const {
    const std::uint64_t word = state[word_];
    std::uint64_t at = 0;
    for (const BitRun& r : runs_) at |= (word >> r.from & r.mask) << r.to;
    return at;
  }

 private:
  struct BitRun {  // bits that follow each other
    unsigned from = 0, to = 0;
    std::uint64_t mask = 0;
  };
  std::uint32_t word_ = 0;
  std::uint64_t bits_ = 0;
  std::size_t size_ = 1;
  std::vector<BitRun> runs_;
};

}  // namespace vicinal::network::inline steps
