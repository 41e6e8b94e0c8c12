// SPDX-License-Identifier: MIT
// The annotated states that were reached, and which of them subsume which.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "explore/lazy/locals.hpp"
#include "explore/lazy/partitions.hpp"

namespace vicinal::explore::inline lazy {

// Local states in non-decreasing order within each cell: the canonical one of
// the annotated states with these represented states (LZ section 5).
void canonize(Row& row, const Cells& cells);

class Reached {
 public:
  Reached(std::size_t processes, const Partitions& partitions, bool subsumption)
      : processes_(processes),
        partitions_(partitions),
        subsumption_(subsumption) {}

  struct State {
    std::uint32_t rest = 0;
    std::uint32_t partition = 0;
    std::uint32_t parent = UINT32_MAX;
    std::uint32_t step = UINT32_MAX;  // that led here from there
    std::uint32_t level = 0;
    bool subsumed = false;  // by a later one, before its turn
  };
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(states_.size());
  }
  const State& operator[](std::uint32_t s) const { return states_[s]; }
  std::span<const std::uint32_t> row(std::uint32_t s) const {
    return std::span(rows_).subspan(s * processes_, processes_);
  }

  const Cells& cells(std::uint32_t s) const {
    return partitions_[states_[s].partition];
  }

  // Adds a canonical state unless one that is there subsumes it; then its
  // number. States from `unexplored` on that it subsumes are marked, but for
  // those of the level before, against LZ (docs/theory.md). Linear in the
  // states whose local states are permutations of its own.
  std::optional<std::uint32_t> add(const Row& row, const State& state,
                                   std::uint32_t unexplored);

  std::uint64_t removed() const { return removed_; }
  std::uint64_t bytes() const;

 private:
  // Theorem 6.
  bool subsumes(std::span<const std::uint32_t> s, std::uint32_t p,
                std::span<const std::uint32_t> t, std::uint32_t q);

  std::size_t processes_;
  const Partitions& partitions_;
  bool subsumption_;
  std::vector<State> states_;
  std::vector<std::uint32_t> rows_;
  // By a hash that permutations leave alone.
  tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>> alike_;
  std::uint64_t removed_ = 0;
  Row sorted_;
  std::vector<std::uint32_t> first_;
};

}  // namespace vicinal::explore::inline lazy
