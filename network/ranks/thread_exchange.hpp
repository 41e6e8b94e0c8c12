// SPDX-License-Identifier: MIT
// Ranks that are threads of one process: for tests, and for a program without
// MPI.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "network/ranks/exchange.hpp"

namespace vicinal::network::inline ranks {

// Runs rank(exchange) on so many threads, the first of which is this one, and
// returns when all are done; throws what the first of them threw. A rank that
// is done, or throws, is gone: others that still wait for it throw
// std::runtime_error.
class ThreadRanks {
 public:
  explicit ThreadRanks(unsigned size);
  void run(const std::function<void(Exchange&)>& rank);

 private:
  class Member;
  void meet();
  void part();

  unsigned size_;
  std::mutex mutex_;
  std::condition_variable all_here_;
  unsigned here_ = 0;
  std::uint64_t meetings_ = 0;
  bool broken_ = false;
  // What each has laid out for the others.
  std::vector<std::span<const std::uint64_t>> words_;
  std::vector<const std::vector<Batch>*> batches_;
};

}  // namespace vicinal::network::inline ranks
