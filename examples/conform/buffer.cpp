// SPDX-License-Identifier: MIT
// A bounded buffer between threads, with a log of what it does, which
// `vicinal conform` holds against the model buffer.vic:
//
//   c++ -std=c++20 -pthread -o buffer buffer.cpp
//   ./buffer > log.jsonl             # 2 producers, 2 consumers, 100 items each
//   ./buffer --broken > broken.jsonl # a producer waits one item too late
//
// Lines are written while the lock is held, so that their order is that of the
// steps.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Buffer {
 public:
  explicit Buffer(bool broken) : broken_(broken) {}

  void put(int producer) {
    std::unique_lock lock(mutex_);
    while (full()) {
      filled_ = true;
      has_item_.notify_all();
      has_room_.wait(lock);
    }
    items_.push_back(producer);
    log("producer", producer, "puts");
    has_item_.notify_one();
  }

  // Consumers begin when the buffer was full once: so each log shows it.
  void take(int consumer) {
    std::unique_lock lock(mutex_);
    while (items_.empty() || !filled_) has_item_.wait(lock);
    items_.pop_front();
    log("consumer", consumer, "takes");
    has_room_.notify_one();
  }

 private:
  static constexpr std::size_t capacity = 3;

  bool full() const {
    return broken_ ? items_.size() > capacity : items_.size() >= capacity;
  }

  void log(const char* who, int number, const char* what) {
    std::string list;
    for (const int item : items_) {
      list += (list.empty() ? "" : ", ") + std::to_string(item);
    }
    const auto time = std::chrono::steady_clock::now() - begin_;
    std::printf(
        "{\"event\": \"%s %d %s\", \"items\": [%s], \"microseconds\": %lld}\n",
        who, number, what, list.c_str(),
        static_cast<long long>(
            std::chrono::duration_cast<std::chrono::microseconds>(time)
                .count()));
  }

  bool broken_;
  bool filled_ = false;
  std::mutex mutex_;
  std::condition_variable has_item_, has_room_;
  std::deque<int> items_;
  std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
};

int main(int argc, char** argv) {
  const bool broken = argc > 1 && std::strcmp(argv[1], "--broken") == 0;
  // Few items would never fill the buffer.
  const int rounds = argc > 2 ? std::max(10, std::atoi(argv[2])) : 100;
  Buffer buffer(broken);
  std::printf("{\"event\": \"start\"}\n");
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      for (int r = 0; r < rounds; ++r) buffer.put(i);
    });
    threads.emplace_back([&, i] {
      for (int r = 0; r < rounds; ++r) buffer.take(i);
    });
  }
  for (std::thread& t : threads) t.join();
}
