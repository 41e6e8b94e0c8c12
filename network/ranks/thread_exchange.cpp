// SPDX-License-Identifier: MIT
// Each lays out what it has, all meet, each copies what is meant for it, and
// all meet again, so that nobody takes away what others still read.
#include "network/ranks/thread_exchange.hpp"

#include <exception>
#include <stdexcept>
#include <thread>

namespace vicinal::network::inline ranks {

class ThreadRanks::Member : public Exchange {
 public:
  Member(ThreadRanks& all, unsigned rank) : all_(all), rank_(rank) {}

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return all_.size_; }

  std::vector<std::vector<std::uint64_t>> gather(
      std::span<const std::uint64_t> mine) override {
    all_.words_[rank_] = mine;
    all_.meet();
    std::vector<std::vector<std::uint64_t>> result;
    for (const auto& words : all_.words_) {
      result.emplace_back(words.begin(), words.end());
    }
    all_.meet();
    return result;
  }

  void swap(const std::vector<Batch>& out, std::vector<Batch>& in) override {
    all_.batches_[rank_] = &out;
    all_.meet();
    in.resize(size());
    for (unsigned r = 0; r < size(); ++r) in[r] = (*all_.batches_[r])[rank_];
    all_.meet();
  }

 private:
  ThreadRanks& all_;
  unsigned rank_;
};

ThreadRanks::ThreadRanks(unsigned size)
    : size_(size), words_(size), batches_(size) {}

void ThreadRanks::meet() {
  std::unique_lock lock(mutex_);
  const std::uint64_t meeting = meetings_;
  if (++here_ == size_) {
    here_ = 0;
    ++meetings_;
    all_here_.notify_all();
    return;
  }
  all_here_.wait(lock, [&] { return meetings_ != meeting || broken_; });
  if (meetings_ == meeting) {
    throw std::runtime_error("ThreadRanks: a rank is gone");
  }
}

void ThreadRanks::part() {
  const std::lock_guard lock(mutex_);
  broken_ = true;
  all_here_.notify_all();
}

void ThreadRanks::run(const std::function<void(Exchange&)>& rank) {
  std::vector<std::exception_ptr> failures(size_);
  broken_ = false;
  here_ = 0;
  const auto part_of = [&](unsigned number) {
    Member member(*this, number);
    try {
      rank(member);
    } catch (...) {
      failures[number] = std::current_exception();
    }
    part();
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned r = 1; r < size_; ++r) threads.emplace_back(part_of, r);
    part_of(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace vicinal::network::inline ranks
