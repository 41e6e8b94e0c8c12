// SPDX-License-Identifier: MIT
// What takes long: `prove` and `explore` of a text, in one thread beside the
// server's, never two at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "network/semantics/verdict.hpp"
#include "report/proof/proof_text.hpp"

namespace vicinal::cli::inline lsp {

enum class RunKind : std::uint8_t { prove, explore };

struct RunQuestion {
  std::uint64_t number = 0;  // the caller's
  RunKind kind = RunKind::prove;
  std::string name;  // of the file
  std::string text;
  std::string property;  // empty: all invariants
};

// Of one property.
struct RunVerdict {
  std::string property;
  network::Verdict verdict = network::Verdict::unknown;
  std::string text;    // in words, one line
  std::string reason;  // more lines: the blocking step, the run; may be empty
};

struct RunAnswer {
  std::uint64_t number = 0;
  RunKind kind = RunKind::prove;
  std::vector<RunVerdict> verdicts;
  std::vector<report::LocalInvariant> invariants;  // found by `prove`
  std::string error;     // a sentence; there are no verdicts then
  bool stopped = false;  // before it was done
  // Invariants take longer to write down: they follow, in an answer of this
  // number that has nothing else.
  bool more = false;
};

// Gets an answer, and the one that follows it, if there is more.
using Answered = std::function<void(RunAnswer)>;

// Decides, in this thread, until `stop` is set.
void decide_now(const RunQuestion& question, const std::atomic<bool>& stop,
                const Answered& answered);

// Who decides, for a server.
class Runs {
 public:
  Runs() = default;
  virtual ~Runs() = default;
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  // Stops what runs, and begins.
  virtual void begin(RunQuestion question) = 0;
  virtual void stop() = 0;
};

// In a thread, in which `answered` is called with each answer: also with that
// of a run that was stopped.
class ThreadRuns : public Runs {
 public:
  explicit ThreadRuns(Answered answered) : answered_(std::move(answered)) {}
  ~ThreadRuns() override { end(); }

  void begin(RunQuestion question) override;
  void stop() override { end(); }

 private:
  void end();  // stops what runs, and waits for it

  Answered answered_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace vicinal::cli::inline lsp
