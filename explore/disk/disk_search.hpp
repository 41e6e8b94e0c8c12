// SPDX-License-Identifier: MIT
// All reachable states of an instance, where they do not fit into memory:
// breadth-first, with the states on a disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "explore/search/explorer.hpp"

namespace vicinal::explore::inline disk {

struct DiskOptions {
  std::filesystem::path folder;
  // MiB to work in, where Options::limits has no limit.
  std::uint64_t memory_mib = 1024;
  // For tests, which make them small. Memory for successors, in bytes; 0: as
  // planned. States that are expanded, or judged, before anybody looks at it.
  std::uint64_t successor_bytes = 0;
  std::size_t round_states = 8192;
  std::size_t block_bytes = 1U << 16;
  // Called when a level is done, with its distance.
  std::function<void(std::uint64_t distance)> level_done;
};

// The same answer as that of `explore`, to the last step of every run, with
// statistics aside, if it is complete; Options::each_state is not looked at.
// Where a file cannot be written or read, or does not hold what was written to
// it, the search ends with Limit::disk, and DiskUse::error says why.
//
// Memory: as planned, of which most holds successors until they are sorted;
// models whose levels are larger than that take more time, not more memory.
// Disk: of each state, in ascending order, the difference to the one before, in
// bytes, and once more as much while runs of states are merged. Time: that of
// `explore`, sorting, and reading all states once for each level.
Exploration explore_on_disk(const network::Instance& instance,
                            const Options& options, const DiskOptions& disk);

}  // namespace vicinal::explore::inline disk
