// SPDX-License-Identifier: MIT
// Two barriers, at the begin and the end of each piece of work, are all the
// synchronisation: between them `part_` is only read, outside of them nobody
// but the caller runs. A part that throws still comes to the second barrier.
#include "explore/search/team.hpp"

#include <utility>

namespace vicinal::explore::inline search {

Team::Team(std::size_t size)
    : failures_(size),
      begin_(static_cast<std::ptrdiff_t>(size)),
      end_(static_cast<std::ptrdiff_t>(size)) {
  for (std::size_t i = 1; i < size; ++i) {
    threads_.emplace_back([this, i] { serve(i); });
  }
}

Team::~Team() {
  part_ = nullptr;
  if (!threads_.empty()) begin_.arrive_and_wait();
  for (std::thread& t : threads_) t.join();
}

void Team::call(std::size_t number) {
  try {
    (*part_)(number);
  } catch (...) {
    failures_[number] = std::current_exception();
  }
}

void Team::serve(std::size_t number) {
  for (;;) {
    begin_.arrive_and_wait();
    if (part_ == nullptr) return;
    call(number);
    end_.arrive_and_wait();
  }
}

void Team::run(const std::function<void(std::size_t)>& part) {
  part_ = &part;
  if (!threads_.empty()) begin_.arrive_and_wait();
  call(0);
  if (!threads_.empty()) end_.arrive_and_wait();
  for (std::exception_ptr& failure : failures_) {
    if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  }
}

}  // namespace vicinal::explore::inline search
