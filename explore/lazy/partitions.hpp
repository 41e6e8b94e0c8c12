// SPDX-License-Identifier: MIT
// Partitions of processes, numbered (LZ section 3).
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <vector>

#include "explore/lazy/mixing.hpp"

namespace vicinal::explore::inline lazy {

// Per process its cell; cells are numbered in the order of their first members.
using Cells = std::vector<std::uint16_t>;

// The same partition with its cells numbered so. O(processes).
Cells numbered(std::span<const std::uint32_t> cells);

// The members of each cell, ascending, one cell after the other.
struct Members {
  explicit Members(const Cells& cells);

  std::size_t count() const { return begin.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t cell) const {
    return std::span(list).subspan(begin[cell], begin[cell + 1] - begin[cell]);
  }

  std::vector<std::uint32_t> list, begin;
  std::vector<std::uint32_t> large;  // cells of two or more
};

// Any number of threads may look, as long as nobody adds.
class Partitions {
 public:
  std::uint32_t number(const Cells& cells);
  const Cells& operator[](std::uint32_t p) const { return cells_[p]; }
  const Members& members(std::uint32_t p) const { return members_[p]; }
  std::size_t size() const { return cells_.size(); }

  // The number of the coarsest partition that is finer than both: glb(P, L).
  std::uint32_t meet(std::uint32_t p, std::uint32_t q);

  // Whether every cell of `finer` lies in one of `coarser`.
  static bool refines(const Cells& finer, const Cells& coarser);

  std::uint64_t bytes() const;

 private:
  std::vector<Cells> cells_;
  std::vector<Members> members_;
  tsl::robin_map<Cells, std::uint32_t, Mixing> numbers_;
  tsl::robin_map<std::uint64_t, std::uint32_t, Mixing> meets_;
};

// Where both say so.
Cells meet(const Cells& a, const Cells& b);

}  // namespace vicinal::explore::inline lazy
