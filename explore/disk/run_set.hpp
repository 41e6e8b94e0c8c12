// SPDX-License-Identifier: MIT
// Runs, few of them however many were added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "explore/disk/sorted_run.hpp"

namespace vicinal::explore::inline disk {

// Calls `visit` with every state of the runs, in ascending order, each once:
// with the level that it has in the first of the runs that hold it.
void merge_runs(std::span<const std::unique_ptr<SortedRun>> runs,
                const RecordCoding& coding,
                const std::function<void(const std::uint64_t* state,
                                         std::uint64_t level)>& visit);

// Eight runs that were added one after the other become one of the next tier,
// eight of these one of the tier after: n runs are 7 log8(n) at most, and a
// state is written log8(n) times. Levels that lie in one run stay in one.
class RunSet {
 public:
  // Both must outlive it.
  RunSet(WorkFolder& folder, const RecordCoding& coding,
         std::size_t block_bytes)
      : folder_(folder), coding_(coding), block_bytes_(block_bytes) {}

  // Its levels do not lie before those of the runs that are there. Throws
  // DiskError.
  void add(std::unique_ptr<SortedRun> run);
  void clear();

  std::span<const std::unique_ptr<SortedRun>> runs() const { return runs_; }
  std::uint64_t bytes() const;  // in memory

 private:
  static constexpr std::size_t fan_in = 8;
  void merge_last();

  WorkFolder& folder_;
  const RecordCoding& coding_;
  std::size_t block_bytes_;
  std::vector<std::unique_ptr<SortedRun>> runs_;
  std::vector<unsigned> tiers_;  // of each; descending
};

}  // namespace vicinal::explore::inline disk
