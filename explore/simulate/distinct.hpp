// SPDX-License-Identifier: MIT
// How many different states were seen: exactly while they are few, else nearly,
// in memory that does not grow.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace vicinal::explore::inline simulate {

// Keeps the least `most` of the hashes of what it saw (Bar-Yossef and others:
// Counting distinct elements in a data stream). What it counts depends neither
// on the order nor on who saw which.
class Distinct {
 public:
  static constexpr std::size_t most = std::size_t{1} << 15;

  void add(std::span<const std::uint64_t> state);
  void add(const Distinct& other);
  void clear();

  // Equal hashes of 64 bits count as equal states.
  struct Count {
    std::uint64_t states = 0;
    bool exact = true;  // else within about 1 %
  };
  Count count();

  std::uint64_t bytes() const { return hashes_.capacity() * 8; }

 private:
  static constexpr std::size_t recent = 4096;

  void add(std::uint64_t hash);
  void shrink();

  std::vector<std::uint64_t> hashes_;
  std::uint64_t below_ = UINT64_MAX;  // others are too many
  bool all_ = true;
  // What was added lately, by its last bits: most states come again soon.
  std::array<std::uint64_t, recent> recent_{};
};

}  // namespace vicinal::explore::inline simulate
