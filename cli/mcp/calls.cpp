// SPDX-License-Identifier: MIT
// A process is ended by a signal, so that whoever stops it waits for no engine,
// and what it took of memory is the system's again.
#include "cli/mcp/calls.hpp"

#include <exception>

#include "cli/options/options.hpp"

namespace vicinal::cli::mcp {

void ProcessCalls::run(const Call& call) {
  Called called{call.number, {}};
  try {
    const bool ended = processes::run_all(
        processes::this_program(), {&call.launch, 1}, 1,
        [&] { return stop_.load(); },
        [&](std::size_t, const processes::Ran& ran) { called.ran = ran; });
    if (!ended) return;
  } catch (const std::exception& error) {
    called.ran.exit = exit_internal;
    called.ran.err = error.what();
  }
  done_(std::move(called));
}

void ProcessCalls::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  stop_ = false;
}

void ProcessCalls::begin(Call call) {
  stop();
  thread_ = std::thread([this, call = std::move(call)] { run(call); });
}

}  // namespace vicinal::cli::mcp
