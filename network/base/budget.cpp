// SPDX-License-Identifier: MIT
// The clock is read every few thousand rounds, the memory of the process every
// few milliseconds: neither shows in the time of a run.
#include "network/base/budget.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <limits>

namespace vicinal::network::inline base {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t rounds_between_looks = 4096;

// Reading takes some microseconds, giving memory back some milliseconds.
constexpr auto memory_interval = std::chrono::milliseconds(5);
constexpr auto trim_interval = std::chrono::milliseconds(200);

std::int64_t now() {
  return Clock::now().time_since_epoch().count();
}

std::int64_t ticks(Clock::duration d) {
  return d.count();
}

const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));

// The second number of /proc/self/statm.
std::uint64_t read_resident() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text = {};
  const ssize_t size = read(file, text.data(), text.size());
  close(file);
  if (size <= 0) return 0;
  const char* const end = text.data() + size;
  const char* at = text.data();
  while (at != end && *at != ' ') ++at;
  if (at != end) ++at;
  std::uint64_t pages = 0;
  std::from_chars(at, end, pages);
  return pages * page_size >> 20;
}

std::atomic<std::uint64_t> known_resident = 0;
std::atomic<std::int64_t> next_reading = 0;
std::atomic<std::int64_t> next_trim = 0;

// What was freed counts until it is given back, which is tried first.
bool holds_more_than(std::uint64_t mib) {
  if (resident_mib() <= mib) return false;
  const std::int64_t time = now();
  if (time >= next_trim.load(std::memory_order_relaxed)) {
    next_trim.store(time + ticks(trim_interval), std::memory_order_relaxed);
    malloc_trim(0);
  }
  known_resident.store(read_resident(), std::memory_order_relaxed);
  return known_resident.load(std::memory_order_relaxed) > mib;
}

thread_local const Polling* innermost = nullptr;

}  // namespace

constinit thread_local std::int64_t poll_countdown = rounds_between_looks;

std::uint64_t resident_mib() {
  const std::int64_t time = now();
  if (time >= next_reading.load(std::memory_order_relaxed)) {
    next_reading.store(time + ticks(memory_interval),
                       std::memory_order_relaxed);
    known_resident.store(read_resident(), std::memory_order_relaxed);
  }
  return known_resident.load(std::memory_order_relaxed);
}

double Budget::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

Limit Budget::clock() const {
  Limit known = reached_.load(std::memory_order_relaxed);
  if (known != Limit::none) return known;
  const Limit reached = now();
  if (reached == Limit::none ||
      reached_.compare_exchange_strong(known, reached)) {
    return reached;
  }
  return known;  // another thread saw one first
}

Limit Budget::now() const {
  if (limits_->stop != nullptr && *limits_->stop) return Limit::interrupted;
  if (limits_->seconds > 0 && seconds() > limits_->seconds) return Limit::time;
  const std::uint64_t mib = limits_->memory_mib;
  if (mib != 0 && holds_more_than(mib + memory_allowance_mib(mib))) {
    return Limit::memory;
  }
  return Limit::none;
}

double Budget::seconds_left() const {
  return limits_->seconds > 0 ? std::max(0.0, limits_->seconds - seconds())
                              : std::numeric_limits<double>::infinity();
}

Limit Budget::look(std::uint64_t work, std::uint64_t bytes) const {
  const Limit reached = clock();
  if (reached != Limit::none) return reached;
  if (limits_->memory_mib != 0 && bytes >> 20 > limits_->memory_mib) {
    return Limit::memory;
  }
  return limits_->work != 0 && work > limits_->work ? Limit::work : Limit::none;
}

double polled_seconds_left() {
  double left = std::numeric_limits<double>::infinity();
  for (const Polling* p = innermost; p != nullptr; p = p->outer_) {
    left = std::min(left, p->budget_->seconds_left());
  }
  return left;
}

Polling::Polling(const Budget& budget) : budget_(&budget), outer_(innermost) {
  innermost = this;
}

Polling::~Polling() {
  innermost = outer_;
}

void poll_now() {
  poll_countdown = rounds_between_looks;
  for (const Polling* p = innermost; p != nullptr; p = p->outer_) {
    const Limit limit = p->budget_->clock();
    if (limit == Limit::none) continue;
    poll_countdown = 0;  // whoever goes on is told again at once
    throw LimitReached{limit};
  }
}

}  // namespace vicinal::network::inline base
