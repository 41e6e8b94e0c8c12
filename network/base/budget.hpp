// SPDX-License-Identifier: MIT
// What a run has spent of its limits, and how loops come to look at them.
//
// A loop whose length comes from the input (members of a range, rounds of a
// statement, bindings, expressions of a definition) calls poll() once a round.
// That counts down a number of this thread; every few thousand rounds poll()
// looks at the budgets of all Polling on this thread and throws LimitReached
// if a limit is reached. Who has something to keep catches it:
//
//   Budget budget(limits);
//   const Polling polling(budget);      // from here on, poll() looks
//   try {
//     evaluate();                       // deep inside: for (...) poll();
//   } catch (const LimitReached& reached) {
//     result.limit = reached.limit;     // what was found so far stays
//   }
//
// Without a Polling, poll() does nothing. Threads begin without one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "network/base/limits.hpp"

namespace vicinal::network::inline base {

// Memory of the process in MiB, at most a few milliseconds old; 0 where the
// system does not tell.
std::uint64_t resident_mib();

// Above Limits::memory_mib, what the process may hold besides the tables that
// engines count: itself, its libraries, what allocation rounds up.
constexpr std::uint64_t memory_allowance_mib(std::uint64_t memory_mib) {
  return 48 + memory_mib / 8;
}

// The limits must outlive it. The run begins when it is made; engines that
// belong to one run hold references to one budget.
class Budget {
 public:
  explicit Budget(const Limits& limits)
      : limits_(&limits), begin_(std::chrono::steady_clock::now()) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  double seconds() const;

  // Whether the run was stopped, its time is up, or the process holds more
  // than memory and allowance, whatever engines count. Cheap but for the
  // clock. What was reached once stays reached, on every thread: memory that
  // is given back does not make what was left undone complete.
  Limit clock() const;

  // Until the time is up; infinite without such a limit, never negative.
  double seconds_left() const;

  // The same as clock(); else whether its tables are too large, or it did too
  // much: these two are the caller's own, and clock() does not repeat them.
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
  Limit now() const;

  const Limits* limits_;
  std::chrono::steady_clock::time_point begin_;
  mutable std::atomic<Limit> reached_ = Limit::none;
  double last_progress_ = 0;
};

// Thrown by poll().
struct LimitReached {
  Limit limit = Limit::none;
};

// While it lives, poll() on this thread looks at this budget, which must
// outlive it, and at those of the pollings around it: an engine that is asked
// with limits of its own still obeys whoever asked.
class Polling {
 public:
  explicit Polling(const Budget& budget);
  ~Polling();
  Polling(const Polling&) = delete;
  Polling& operator=(const Polling&) = delete;

 private:
  friend void poll_now();
  friend double polled_seconds_left();

  const Budget* budget_;
  const Polling* outer_;
};

// Whether the work was done within the limits; what it did not come to stays
// undone. For work that polls.
template <class Work>
bool in_time(const Limits& limits, const Work& work) {
  const Budget budget(limits);
  const Polling polling(budget);
  try {
    work();
    return true;
  } catch (const LimitReached&) {
    return false;
  }
}

// Rounds that are left until somebody looks.
extern constinit thread_local std::int64_t poll_countdown;
void poll_now();

// Until the time of a budget that poll() looks at is up: for those who are
// told beforehand how long they may take. Infinite if nobody looks.
double polled_seconds_left();

// One round, or one that costs as much as `rounds`.
inline void poll(std::int64_t rounds = 1) {
  poll_countdown -= rounds;
  if (poll_countdown < 0) [[unlikely]] {
    poll_now();
  }
}

}  // namespace vicinal::network::inline base
