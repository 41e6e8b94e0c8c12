// SPDX-License-Identifier: MIT
// Ranks that search together, and what they say to each other: whatever carries
// it. A rank has its own memory; it may be a process on another machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vicinal::network::inline ranks {

using Batch = std::vector<std::uint8_t>;

// All ranks call the same functions in the same order. Each call returns when
// what the others have sent is there. An exchange that breaks (a rank is gone)
// throws or ends the process: it never returns half of what was sent.
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned size() const = 0;

  // Words of each rank, by rank; they may be of different lengths. For little:
  // everybody has everything.
  virtual std::vector<std::vector<std::uint64_t>> gather(
      std::span<const std::uint64_t> mine) = 0;

  // out[r] goes to rank r, and in[r] came from there. Both have `size` batches.
  virtual void swap(const std::vector<Batch>& out, std::vector<Batch>& in) = 0;
};

}  // namespace vicinal::network::inline ranks
