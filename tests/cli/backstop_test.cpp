// SPDX-License-Identifier: MIT
// Guards: the backstop says once that the time is up, whichever threads its
// timer interrupts.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "cli/session/stopping.hpp"

namespace backstop_test {

namespace {

using namespace vicinal;

// Until the reader takes what is in the pipe, whoever writes to it waits.
void fill(int pipe) {
  fcntl(pipe, F_SETFL, O_NONBLOCK);
  const std::array<char, 4096> blanks = {};
  while (write(pipe, blanks.data(), blanks.size()) > 0) {
  }
  while (write(pipe, blanks.data(), 1) > 0) {
  }
  fcntl(pipe, F_SETFL, 0);
}

[[noreturn]] void run_late(int out) {
  fill(out);
  dup2(out, STDOUT_FILENO);
  close(STDERR_FILENO);
  cli::install_interrupt_handler();
  cli::Options options;
  options.json = true;
  options.timeout = 1e-9;
  cli::install_backstop(options);
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k) {
    threads.emplace_back([] {
      for (;;) raise(SIGALRM);
    });
  }
  for (;;) raise(SIGALRM);
}

}  // namespace

TEST_CASE("that the time is up is said once, by one thread") {
  std::array<int, 2> ends = {};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) run_late(ends[1]);
  close(ends[1]);
  // The backstop waits a second; then all threads are at it.
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  std::string said;
  std::vector<char> part(1 << 20);
  for (ssize_t n = 1; n > 0;) {
    n = read(ends[0], part.data(), part.size());
    for (ssize_t i = 0; i < n; ++i) {
      if (part[static_cast<std::size_t>(i)] != '\0') {
        said += part[static_cast<std::size_t>(i)];
      }
    }
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(said == "{\"error\": \"stopped: the time is up\"}\n");
}

}  // namespace backstop_test
