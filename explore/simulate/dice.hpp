// SPDX-License-Identifier: MIT
// Random numbers that are the same everywhere: those of <random> are made by
// an algorithm that each library chooses.
#pragma once

#include <cstdint>

namespace vicinal::explore::inline simulate {

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators). Seeds that follow each other give unrelated numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(mixed(seed)) {}

  std::uint64_t roll() { return mixed(state_ += 0x9E3779B97F4A7C15U); }

  // One of 0..n-1, all equally likely; n > 0.
  std::uint64_t below(std::uint64_t n) {
    // The least number of rolls that are too many for all to be equal.
    const std::uint64_t uneven = (0 - n) % n;
    std::uint64_t r = roll();
    while (r < uneven) r = roll();
    return r % n;
  }

  static constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
  }

 private:
  std::uint64_t state_;
};

}  // namespace vicinal::explore::inline simulate
