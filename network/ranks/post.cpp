// SPDX-License-Identifier: MIT
// A batch is the sender's limit, a byte, and then numbers, seven bits a byte,
// the lowest first; the highest bit says that there are more. Since every rank
// has a batch from every other, all know at the same call that one has left.
#include "network/ranks/post.hpp"

#include <algorithm>
#include <ctime>
#include <stdexcept>

#include "network/base/budget.hpp"

namespace vicinal::network::inline ranks {

namespace {

std::uint64_t processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

void write(const Words& words, Batch& batch) {
  for (std::uint32_t word : words) {
    poll();
    while (word >= 128) {
      batch.push_back(static_cast<std::uint8_t>(word | 128));
      word >>= 7;
    }
    batch.push_back(static_cast<std::uint8_t>(word));
  }
}

Words read(const Batch& batch) {
  Words words;
  std::uint32_t word = 0;
  unsigned shift = 0;
  for (std::size_t i = 1; i < batch.size(); ++i) {
    word |= static_cast<std::uint32_t>(batch[i] & 127) << shift;
    shift += 7;
    if ((batch[i] & 128) != 0) continue;
    words.push_back(word);
    word = 0;
    shift = 0;
  }
  return words;
}

}  // namespace

Post::Post(Exchange& exchange)
    : exchange_(exchange),
      out_(exchange.size()),
      since_(processor_nanoseconds()) {}

void Post::count_time() {
  work_.busy_nanoseconds += processor_nanoseconds() - since_;
}

std::vector<Words> Post::exchanged(const std::vector<Words>& out, Limit limit) {
  for (unsigned r = 0; r < size(); ++r) {
    out_[r].assign(1, static_cast<std::uint8_t>(limit));
    if (limit == Limit::none) write(out[r], out_[r]);
    if (r != rank()) work_.bytes += out_[r].size();
  }
  ++work_.swaps;
  count_time();
  exchange_.swap(out_, in_);
  since_ = processor_nanoseconds();
  for (const Batch& batch : in_) {
    if (batch.at(0) == 0) continue;
    left_ = true;
    throw LimitReached{static_cast<Limit>(batch[0])};
  }
  // Read without polling: a limit that is reached here is said with the next.
  std::vector<Words> in;
  for (const Batch& batch : in_) in.push_back(read(batch));
  return in;
}

std::vector<Words> Post::swap(const std::vector<Words>& out) {
  poll(64);
  return exchanged(out, Limit::none);
}

std::vector<Words> Post::share(const Words& mine) {
  return swap(std::vector<Words>(size(), mine));
}

std::uint64_t Post::sum(std::uint64_t mine) {
  std::uint64_t sum = 0;
  for (const Words& words : share({static_cast<std::uint32_t>(mine),
                                   static_cast<std::uint32_t>(mine >> 32)})) {
    sum += words.at(0) | std::uint64_t{words.at(1)} << 32;
  }
  return sum;
}

void Post::leave(Limit limit) {
  if (left_) return;
  try {
    exchanged({}, limit);
  } catch (const LimitReached&) {
    // What was to be said, and comes back from this rank, too.
  }
}

}  // namespace vicinal::network::inline ranks
