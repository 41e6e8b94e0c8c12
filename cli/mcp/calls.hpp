// SPDX-License-Identifier: MIT
// What takes long: a command in a process of its own, never two at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "cli/processes/runs.hpp"

namespace vicinal::cli::mcp {

struct Call {
  std::uint64_t number = 0;  // the caller's
  processes::Launch launch;
};

struct Called {
  std::uint64_t number = 0;
  processes::Ran ran;
};

// Who runs commands, for a server.
class Calls {
 public:
  Calls() = default;
  virtual ~Calls() = default;
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  // Begins; nothing else may run.
  virtual void begin(Call call) = 0;
  // Ends what runs, if anything does; then it is no more.
  virtual void stop() = 0;
};

// The program run again. `done` is called in a thread, with each call that was
// not stopped; where the system starts no process, with one that has said so.
class ProcessCalls : public Calls {
 public:
  using Done = std::function<void(Called)>;
  explicit ProcessCalls(Done done) : done_(std::move(done)) {}
  ~ProcessCalls() override { stop(); }

  void begin(Call call) override;
  void stop() override;

 private:
  void run(const Call& call);

  Done done_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace vicinal::cli::mcp
