// SPDX-License-Identifier: MIT
// Three ways to stop, from polite to rude. Engines look at a flag and at their
// limits. A timer looks at the clock and at memory for those that do not, and
// ends the process with a message (the backstop); it is disarmed before
// anything is printed, so that output is never cut. A second Ctrl-C ends at
// once. Signal handlers do nothing but what is allowed in them.
#include "cli/session/stopping.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <string_view>

#include "network/base/budget.hpp"

namespace vicinal::cli::inline session {

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> stop_requested = false;
std::atomic<bool> engines_run = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // for the handler
const Clock::time_point program_begin = Clock::now();

// ---- the backstop: nothing here but what a signal handler may do

struct Backstop {
  std::atomic<bool> armed = false;
  std::atomic<double> end = 0;            // of the monotonic clock; 0: never
  std::atomic<std::uint64_t> memory = 0;  // MiB; 0: as much as there is
  std::atomic<bool> json = false;
};
Backstop backstop;
static_assert(std::atomic<double>::is_always_lock_free);

constexpr double grace_seconds = 1;
constexpr double interrupt_seconds = 0.9;

double monotonic_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

void write_all(int file, std::string_view text) {
  if (write(file, text.data(), text.size()) < 0) _exit(exit_undecided);
}

extern "C" void on_alarm(int) {
  if (!backstop.armed) return;
  const double end = backstop.end;
  const std::uint64_t memory = backstop.memory;
  const bool late = end > 0 && monotonic_seconds() > end;
  if (!late && (memory == 0 || network::resident_mib() <= memory)) return;
  // Another thread may be here, too: one of them speaks.
  if (!backstop.armed.exchange(false)) return;
  if (backstop.json) {
    write_all(STDOUT_FILENO,
              late ? "{\"error\": \"stopped: the time is up\"}\n"
                   : "{\"error\": \"stopped: the memory is used up\"}\n");
  }
  write_all(STDERR_FILENO,
            late ? "vicinal: stopped: the time is up (backstop)\n"
                 : "vicinal: stopped: the memory is used up (backstop)\n");
  _exit(exit_undecided);
}

void start_alarm() {
  itimerval often = {};
  often.it_interval.tv_usec = often.it_value.tv_usec = 20'000;
  setitimer(ITIMER_REAL, &often, nullptr);
}

// False: that was asked before.
bool ask_to_stop() {
  if (stop_requested.exchange(true)) return false;
  const double end = monotonic_seconds() + interrupt_seconds;
  if (backstop.end == 0 || end < backstop.end) backstop.end = end;
  start_alarm();
  return true;
}

extern "C" void on_interrupt(int) {
  if (engines_run && ask_to_stop()) return;
  constexpr char message[] = "vicinal: interrupted\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(130);
  _exit(engines_run ? 130 : int{exit_undecided});
}

extern "C" void on_request(int number) {
  if (!ask_to_stop()) on_interrupt(number);
}

}  // namespace

double seconds_spent() {
  return std::chrono::duration<double>(Clock::now() - program_begin).count();
}

void install_interrupt_handler() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  // A file that may not grow is a write that fails.
  std::signal(SIGXFSZ, SIG_IGN);
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
}

void stop_on(int signal) {
  struct sigaction action = {};
  action.sa_handler = on_request;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

void install_backstop(const Options& options) {
  backstop.json = options.json;
  if (options.timeout > 0) {
    backstop.end =
        monotonic_seconds() - seconds_spent() + options.timeout + grace_seconds;
  }
  const auto mib = static_cast<std::uint64_t>(options.memory_mib);
  if (mib > 0) backstop.memory = mib + 3 * network::memory_allowance_mib(mib);
  backstop.armed = true;
  if (options.timeout > 0 || mib > 0) start_alarm();
}

void disarm_backstop() {
  backstop.armed = false;
}

UntilWritten::UntilWritten() : begin_(monotonic_seconds()) {
  backstop.armed = false;
}

UntilWritten::~UntilWritten() {
  const double end = backstop.end;
  if (end > 0) backstop.end = end + monotonic_seconds() - begin_;
  backstop.armed = true;
}

void set_engines_run(bool run) {
  engines_run = run;
  backstop.armed = run;
}

bool interrupted() {
  return stop_requested;
}

const std::atomic<bool>& interrupt_flag() {
  return stop_requested;
}

}  // namespace vicinal::cli::inline session
