// SPDX-License-Identifier: MIT
// Threads that do the parts of one piece of work after the other.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline search {

// Does work that polls, on whatever thread: a single state may take longer than
// there is time. When a limit is reached it sets `stop` to that limit, and the
// work is left undone.
template <class Work>
void until_limit(const network::Budget& budget,
                 std::atomic<network::Limit>& stop, const Work& work) {
  const network::Polling polling(budget);
  try {
    work();
  } catch (const network::LimitReached& reached) {
    stop = reached.limit;
  }
}

class Team {
 public:
  // `size`: with the thread that makes it and calls `run`.
  explicit Team(std::size_t size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // part(0), part(1), ... at the same time, part(0) here. Returns when all are
  // done; throws what the first of them threw.
  void run(const std::function<void(std::size_t)>& part);

 private:
  void call(std::size_t number);
  void serve(std::size_t number);

  std::vector<std::exception_ptr> failures_;                // per part
  const std::function<void(std::size_t)>* part_ = nullptr;  // null: the end
  std::barrier<> begin_, end_;
  std::vector<std::thread> threads_;
};

}  // namespace vicinal::explore::inline search
