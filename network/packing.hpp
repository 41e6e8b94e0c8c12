// SPDX-License-Identifier: MIT
// States as bit fields: each slot takes as many bits as its bounds need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/instance.hpp"

namespace vicinal::network {

// A field never straddles two words. A slot with one value takes no bits; one
// of `int` takes a word. O(slots) to pack and to unpack.
class Packing {
 public:
  explicit Packing(const Instance& instance);

  std::size_t words() const { return words_; }
  void pack(std::span<const Scalar> state, std::uint64_t* out) const;
  void unpack(const std::uint64_t* packed, std::span<Scalar> state) const;

 private:
  struct Field {
    std::uint32_t slot;
    std::uint32_t word;
    std::uint8_t shift;
    std::uint64_t mask;
    Scalar low;
  };
  std::vector<Field> fields_;    // of slots with more than one value
  std::vector<Scalar> minimum_;  // per slot: its least value
  std::size_t words_ = 0;
};

}  // namespace vicinal::network
