// SPDX-License-Identifier: MIT
// What a run may spend: one budget for all engines that it asks, one after the
// other.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "network/base/budget.hpp"
#include "network/base/limits.hpp"

namespace vicinal::decide::inline question {

// The seconds of the limits pass from when it is made.
class Allowance {
 public:
  explicit Allowance(network::Limits limits)
      : limits_(std::move(limits)), begin_(std::chrono::steady_clock::now()) {}

  // By who asked: nothing more is begun.
  bool stopped() const { return limits_.stop != nullptr && *limits_.stop; }
  // That, or there is no time left.
  bool over() const;

  // Seconds since it was made.
  double spent() const;

  // What the next engine may spend. Never no time at all: an engine that is
  // asked still answers.
  network::Limits left() const;
  // And no more work than this.
  network::Limits left(std::uint64_t most_work) const;
  // And no more time than this.
  network::Limits left_for(double most_seconds) const;
  // This much work, where neither time nor memory says how much.
  network::Limits left_or(std::uint64_t work) const;

  // Whether the work was done within what is left; what it did not come to
  // stays undone. For work that polls.
  template <class Work>
  bool in_time(const Work& work) const {
    return network::in_time(left(), work);
  }

 private:
  network::Limits limits_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace vicinal::decide::inline question
