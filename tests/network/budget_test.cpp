// SPDX-License-Identifier: MIT
// Guards: a limit that was reached stays reached, and an engine that is asked
// by another obeys the limits of both.
#include "network/base/budget.hpp"

#include <sys/mman.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <thread>
#include <type_traits>

namespace budget_test {

using namespace vicinal;
using network::Budget;
using network::Limit;
using network::Limits;
using network::Polling;

namespace {

// Memory that goes back to the system when it goes out of scope, whatever
// allocators keep.
class Held {
 public:
  explicit Held(std::size_t mib)
      : size_(mib << 20),
        begin_(mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    REQUIRE(begin_ != MAP_FAILED);
    std::memset(begin_, 1, size_);
  }
  ~Held() { munmap(begin_, size_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  std::size_t size_;
  void* begin_;
};

// Memory is looked at every few milliseconds.
Limit clock_later(const Budget& budget) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return budget.clock();
}

// What poll() throws at its next look.
Limit reached() {
  try {
    network::poll(1 << 20);
  } catch (const network::LimitReached& limit) {
    return limit.limit;
  }
  return Limit::none;
}

}  // namespace

TEST_CASE("a run that was stopped stays stopped") {
  static_assert(!std::is_copy_constructible_v<Budget>);
  std::atomic<bool> stop = false;
  Limits limits;
  limits.stop = &stop;
  const Budget budget(limits);
  CHECK(budget.clock() == Limit::none);
  stop = true;
  CHECK(budget.clock() == Limit::interrupted);
  stop = false;
  CHECK(budget.clock() == Limit::interrupted);
  CHECK(Budget(limits).clock() == Limit::none);
}

TEST_CASE("memory that was given back was too much all the same") {
  Limits limits;
  limits.memory_mib = network::resident_mib() + 1;
  const Budget budget(limits);
  const Budget other(limits);
  REQUIRE(clock_later(budget) == Limit::none);
  {
    const Held much(limits.memory_mib / 4 + 128);
    CHECK(clock_later(budget) == Limit::memory);
  }
  CHECK(clock_later(budget) == Limit::memory);
  CHECK(clock_later(other) == Limit::none);
}

TEST_CASE("tables and work are weighed when they are told") {
  Limits limits;
  limits.work = 10;
  const Budget budget(limits);
  CHECK(budget.look(11, 0) == Limit::work);
  CHECK(budget.clock() == Limit::none);
  CHECK(budget.look(10, 0) == Limit::none);
}

TEST_CASE("who is asked within a run obeys it") {
  Limits long_limits;
  long_limits.seconds = 1000;
  std::atomic<bool> stop = false;
  long_limits.stop = &stop;
  Limits short_limits;
  short_limits.seconds = 100;
  const Budget outside(long_limits);
  const Budget inside(short_limits);
  const Polling outer(outside);
  CHECK(network::polled_seconds_left() > 100);
  {
    const Polling inner(inside);
    CHECK(network::polled_seconds_left() <= 100);
    CHECK(reached() == Limit::none);
    stop = true;
    CHECK(reached() == Limit::interrupted);
  }
  CHECK(network::polled_seconds_left() > 100);
  CHECK(reached() == Limit::interrupted);
}

TEST_CASE("limits inside do not outlive who asked") {
  const Limits none;
  const Budget outside(none);
  const Polling outer(outside);
  Limits no_time;
  no_time.seconds = 1e-9;
  {
    const Budget inside(no_time);
    const Polling inner(inside);
    CHECK(reached() == Limit::time);
  }
  CHECK(reached() == Limit::none);
}

}  // namespace budget_test
