// SPDX-License-Identifier: MIT
// The loop of a server: a thread reads, a thread decides, and the caller's
// answers. What both have to say waits in one queue.
//
//   standard input -> Framed -> Queue -> Server -> standard output
//                        what was found -^
#pragma once

#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>

#include "cli/rpc/framing.hpp"

namespace vicinal::cli::inline rpc {

struct EndOfInput {};

// Of messages and of what runs have found. Any thread may add.
template <class Found>
class Queue {
 public:
  using Happened = std::variant<Incoming, Found, EndOfInput>;

  void add(Happened what) {
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(what));
    some_.notify_one();
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return all_.empty();
  }
  // Waits for one.
  Happened next() {
    std::unique_lock lock(mutex_);
    some_.wait(lock, [&] { return !all_.empty(); });
    Happened what = std::move(all_.front());
    all_.pop_front();
    return what;
  }

 private:
  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Happened> all_;
};

// Until the input ends.
template <class Framed, class Found>
void read_messages(Queue<Found>& queue) {
  Framed framing;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    framing.add({buffer.data(), static_cast<std::size_t>(got)});
    while (auto message = framing.next()) queue.add(std::move(*message));
  }
  queue.add(EndOfInput{});
}

// Serves until the input ends, or the server has ended. A server takes texts
// of messages, refuses what is none, hears what was finished, and rests where
// nothing waits. The thread that reads is left behind, since nothing can wake
// it but the other side: so the queue has to be there for as long as the
// process is.
template <class Framed, class Found, class Server>
void serve(Queue<Found>& queue, Server& server) {
  std::thread([&queue] { read_messages<Framed>(queue); }).detach();
  while (!server.ended()) {
    const auto what = queue.next();
    if (const auto* message = std::get_if<Incoming>(&what)) {
      if (message->error.empty()) {
        server.take(message->text);
      } else {
        server.refuse(message->error);
      }
    } else if (const auto* found = std::get_if<Found>(&what)) {
      server.finished(*found);
    } else {
      return;
    }
    if (!server.ended() && queue.empty()) server.rest();
  }
}

}  // namespace vicinal::cli::inline rpc
