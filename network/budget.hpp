// SPDX-License-Identifier: MIT
// What a run has spent of its limits.
#pragma once

#include <chrono>
#include <cstdint>

#include "network/verdict.hpp"

namespace vicinal::network {

// The limits must outlive it. The run begins when it is made; copies go on
// with the same run.
class Budget {
 public:
  explicit Budget(const Limits& limits)
      : limits_(&limits), begin_(std::chrono::steady_clock::now()) {}

  double seconds() const;

  // Whether the run was stopped, or its time is up. Cheap but for the clock.
  Limit clock() const;

  // The same; else whether its tables are too large, or it did too much.
  Limit look(std::uint64_t work, std::uint64_t bytes) const;

  // Calls Limits::progress with line(seconds()), a few times a second.
  template <class Line>
  void progress(const Line& line) {
    if (!limits_->progress) return;
    const double now = seconds();
    if (now - last_progress_ <= 0.2) return;
    last_progress_ = now;
    limits_->progress(line(now));
  }

 private:
  const Limits* limits_;
  std::chrono::steady_clock::time_point begin_;
  double last_progress_ = 0;
};

}  // namespace vicinal::network
