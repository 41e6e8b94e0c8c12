// SPDX-License-Identifier: MIT
// The states that an annotated state represents, as far as somebody can tell
// them apart: unwinding (LZ sections 7 and 9), by buckets.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "explore/lazy/needs.hpp"
#include "explore/lazy/partitions.hpp"

namespace vicinal::explore::inline lazy {

// What somebody tells apart of states with an annotation P: processes in one
// cell of P that are alone, or in different cells of a finer partition.
struct Apart {
  Apart(std::vector<std::uint32_t> processes, std::uint32_t annotation,
        std::uint32_t finer_one, const Partitions& partitions,
        const Needs& needs);

  std::uint32_t partition, finer;    // P, and that
  std::vector<std::uint32_t> alone;  // processes
  std::vector<std::uint32_t> split;  // cells of P with processes told apart
  // What is needed of processes in other cells, each of which keeps its local
  // state.
  std::vector<Needs::OfProcess> kept;
};

// Distributes the local states of each split cell to what is told apart in it,
// in each way once; each process that is part of a need has to be allowed its
// local state. Calls `visit` with each row; it returns whether to go on. False:
// it did not. The row is canonical under P; the needs are those that `apart`
// was made with.
class Unwinding {
 public:
  Unwinding(const Partitions& partitions, const Locals& locals)
      : partitions_(partitions), locals_(locals) {}

  using Visit = std::function<bool(const Row& row)>;
  bool operator()(const Row& row, const Apart& apart, const Needs& needs,
                  const Visit& visit);

 private:
  struct Bucket {
    std::uint32_t local = 0;
    std::uint32_t count = 0;
  };
  struct Cell {
    network::Range buckets, parts;
  };
  void divide(std::span<const std::uint32_t> cell, const Apart& apart);
  bool fill(std::size_t cell, std::size_t part, std::size_t bucket,
            std::size_t filled);

  const Partitions& partitions_;
  const Locals& locals_;
  std::vector<Cell> cells_;
  std::vector<Bucket> buckets_;
  std::vector<network::Range> parts_;  // of members_
  std::vector<std::uint32_t> members_;
  Row row_;
  const Needs* needs_ = nullptr;
  const Visit* visit_ = nullptr;
};

}  // namespace vicinal::explore::inline lazy
