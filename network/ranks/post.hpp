// SPDX-License-Identifier: MIT
// Numbers that ranks send each other, and how they end together: a rank that
// has reached a limit tells all others with the next batches.
#pragma once

#include <cstdint>
#include <vector>

#include "network/base/limits.hpp"
#include "network/ranks/exchange.hpp"

namespace vicinal::network::inline ranks {

using Words = std::vector<std::uint32_t>;

// What a rank has sent, and how long it worked.
struct RankWork {
  std::uint64_t bytes = 0;  // to others
  std::uint64_t swaps = 0;
  // Of the processor, between exchanges: waiting takes time of it, too.
  std::uint64_t busy_nanoseconds = 0;
};

// All that ranks say goes through one Post each, and all call the same
// functions in the same order. Each throws LimitReached when some rank has
// left; all ranks have it from the same call then.
class Post {
 public:
  // The exchange must outlive it.
  explicit Post(Exchange& exchange);

  unsigned rank() const { return exchange_.rank(); }
  unsigned size() const { return exchange_.size(); }

  // out[r] goes to rank r; what came, by rank. Small numbers take less. Polls.
  std::vector<Words> swap(const std::vector<Words>& out);
  // The same for everybody.
  std::vector<Words> share(const Words& mine);
  std::uint64_t sum(std::uint64_t mine);
  // One list for each rank.
  std::vector<Words> lists() const { return std::vector<Words>(size()); }

  // Instead of the next call: this rank is at its limit. Does nothing when
  // another one has left already. Does not throw.
  void leave(Limit limit);

  const RankWork& work() const { return work_; }

 private:
  std::vector<Words> exchanged(const std::vector<Words>& out, Limit limit);
  void count_time();

  Exchange& exchange_;
  std::vector<Batch> out_, in_;
  bool left_ = false;
  std::uint64_t since_ = 0;
  RankWork work_;
};

}  // namespace vicinal::network::inline ranks
