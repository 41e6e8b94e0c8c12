// SPDX-License-Identifier: MIT
// The successors of a level, each once: in memory as long as they fit there,
// else in sorted runs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "explore/disk/run_set.hpp"
#include "explore/store/state_store.hpp"

namespace vicinal::explore::inline disk {

class SuccessorSet {
 public:
  // All must outlive it. `most_bytes`: of memory.
  SuccessorSet(const network::Packing& packing, WorkFolder& folder,
               const RecordCoding& coding, std::uint64_t most_bytes,
               std::size_t block_bytes);

  // That says which states belong to a shard. It holds those since the last
  // spill.
  StateStore& store() { return store_; }

  // States, one after the other. Threads may insert into different shards of
  // the store at the same time. Throws std::length_error as it does.
  void insert(std::span<const std::uint64_t> states);

  // Whether they take as much memory as they may. Then `spill` makes a sorted
  // run of those in memory. Throws DiskError.
  bool large() const;
  void spill();

  // Calls `visit` with all successors, in ascending order, and forgets them.
  // Throws DiskError.
  void drain(const std::function<void(const std::uint64_t* state)>& visit);

  std::uint64_t bytes() const;  // of memory

 private:
  void sort();

  std::size_t words_;
  WorkFolder& folder_;
  const RecordCoding& coding_;
  std::uint64_t most_bytes_;
  std::size_t block_bytes_;
  StateStore store_;
  RunSet runs_;
  std::vector<std::uint64_t> sorted_;  // one state after the other
};

}  // namespace vicinal::explore::inline disk
