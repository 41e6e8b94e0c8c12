// SPDX-License-Identifier: MIT
// All states that a search has been to, with their levels, in few runs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/disk/run_set.hpp"
#include "explore/search/retrace.hpp"

namespace vicinal::explore::inline disk {

class Visited : public LevelStates {
 public:
  // Both must outlive it. `most_bytes`: of memory, for levels that are read
  // again and again.
  Visited(WorkFolder& folder, const RecordCoding& coding,
          std::uint64_t most_bytes, std::size_t block_bytes);

  // The states of the next level. Throws DiskError.
  void add(std::unique_ptr<SortedRun> level);

  // Answers whether states, each not less than the one before, are there.
  class Lookup {
   public:
    explicit Lookup(const Visited& visited);
    bool holds(const std::uint64_t* state);

   private:
    std::vector<std::unique_ptr<RunReader>> readers_;
  };

  // For Retrace: from the last level to the first.
  void each(std::uint64_t level, const Look& look) const override;
  bool ascending() const override { return true; }

  std::uint64_t bytes() const;  // of memory

 private:
  bool is_read(std::uint64_t level) const;
  bool fits(std::uint64_t states, std::uint64_t levels) const;
  void read_levels(std::uint64_t last) const;

  const RecordCoding& coding_;
  std::uint64_t most_bytes_;
  RunSet runs_;
  std::vector<std::uint64_t> sizes_;  // of levels
  // The states of consecutive levels, as they were read last: of each level one
  // after the other.
  struct Levels {
    std::uint64_t first = 0;
    std::vector<std::vector<std::uint64_t>> states;
  };
  mutable Levels read_;
};

}  // namespace vicinal::explore::inline disk
