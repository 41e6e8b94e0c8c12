// SPDX-License-Identifier: MIT
// A thread reads, a thread decides, and this one answers: what both have to say
// waits in one queue.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <variant>

#include "cli/commands.hpp"
#include "cli/lsp/framing.hpp"
#include "cli/lsp/server.hpp"
#include "cli/session/stopping.hpp"

namespace vicinal::cli {

namespace {

struct EndOfInput {};
using Happened = std::variant<Incoming, RunAnswer, EndOfInput>;

class Happenings {
 public:
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
void read_input(Happenings& happenings) {
  Framing framing;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    framing.add({buffer.data(), static_cast<std::size_t>(got)});
    while (auto message = framing.next()) happenings.add(std::move(*message));
  }
  happenings.add(EndOfInput{});
}

void send_json(const Json& message) {
  using Handler = Json::error_handler_t;
  print(framed(message.dump(-1, ' ', false, Handler::replace)));
  std::fflush(stdout);
}

// False: there is nothing more to come.
bool take(Server& server, const Happened& what) {
  if (const auto* message = std::get_if<Incoming>(&what)) {
    if (message->error.empty()) {
      server.take(message->text);
    } else {
      server.refuse(message->error);
    }
  } else if (const auto* answer = std::get_if<RunAnswer>(&what)) {
    server.finished(*answer);
  } else {
    return false;
  }
  return !server.ended();
}

}  // namespace

// The thread that reads is left behind, since nothing can wake it but the
// editor; and so is the queue, which it may use for as long as the process is
// there.
int lsp_command(const Options&) {
  disarm_backstop();
  static Happenings& happenings = *new Happenings;
  ThreadRuns runs([](RunAnswer answer) { happenings.add(std::move(answer)); });
  Server server(send_json, runs);
  std::thread([] { read_input(happenings); }).detach();
  while (take(server, happenings.next())) {
    if (happenings.empty()) server.rest();
  }
  return server.exit_code();
}

}  // namespace vicinal::cli
