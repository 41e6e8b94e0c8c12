// SPDX-License-Identifier: MIT
// What one thread does of many random runs: some of them, one after the other.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "explore/properties/property_judge.hpp"
#include "explore/simulate/distinct.hpp"
#include "explore/simulate/random_runs.hpp"
#include "explore/simulate/starts.hpp"
#include "explore/simulate/walk.hpp"

namespace vicinal::explore::inline simulate {

// What is asked, by number in RandomRuns::properties, and which run is the
// first so far that violates it: all threads see that.
class Asked {
 public:
  Asked(const network::Instance& instance, const RunOptions& options);

  std::size_t size() const { return first_.size(); }
  // Numbers; `size()`: not asked.
  std::size_t error() const { return error_; }
  std::size_t deadlock() const { return deadlock_; }
  // Of properties, the asked ones first, and then others that may fail.
  const std::vector<network::ExprId>& formulas() const { return formulas_; }
  std::size_t asked_formulas() const { return asked_formulas_; }

  // Whether no run before this one is known to violate it.
  bool open(std::size_t property, std::uint64_t run) const {
    return property < size() && first_[property].load() >= run;
  }
  void violated(std::size_t property, std::uint64_t run);
  // Whether runs before this one violate everything that is asked.
  bool decided_before(std::uint64_t run) const;

 private:
  std::vector<std::atomic<std::uint64_t>> first_;
  std::vector<network::ExprId> formulas_;
  std::size_t asked_formulas_ = 0, error_, deadlock_;
};

// Where a run violates something.
struct Hit {
  std::uint64_t steps = 0;            // of the run
  std::vector<std::uint64_t> state;   // that it comes to
  std::optional<std::uint32_t> step;  // that fails there, among the enabled
  std::optional<network::ModelError> error;
};

struct RunResult {
  bool finished = false;
  std::uint64_t steps = 0;
  bool deadlock = false, failed = false, overflow = false;
  std::vector<std::optional<Hit>> hits;  // per property
  std::vector<bool> fired;               // by TableSteps::action_number
  Distinct seen;
  std::optional<CoverageCounts> coverage;  // if it is counted
};

class RunWorker {
 public:
  // All must outlive it, but for the starts.
  RunWorker(const network::Instance& instance, const network::Packing& packing,
            const RunOptions& options, Asked& asked, Starts starts);

  // Makes a run, as far as the budget allows (LimitReached): what it came to is
  // in `result`. `look(steps)` is called now and then.
  template <class Look>
  void run(std::uint64_t number, RunResult& result, const Look& look) {
    begin(number, result);
    while (result.steps < options_.steps && go_on()) {
      if ((result.steps & 0xFFF) == 0) look();
    }
    result.finished = true;
    end();
  }

  const network::TableSteps& tables() const { return walk_.tables(); }
  std::uint64_t bytes() const;

 private:
  void begin(std::uint64_t number, RunResult& result);
  bool go_on();
  void arrive();
  void end();
  void judge();
  void judge_failing();
  bool errors_open() const;
  bool all_hit() const;
  void hit(std::size_t property, std::uint64_t steps, Hit hit);

  const network::Instance& instance_;
  const RunOptions& options_;
  Asked& asked_;
  Starts starts_;
  Walk walk_;
  std::vector<std::unique_ptr<PropertyJudge>> judges_;
  Dice dice_{0};
  std::uint64_t run_ = 0;
  RunResult* result_ = nullptr;
  std::vector<std::uint64_t> before_;  // the state that was stepped from
  const network::Packing& packing_;
  std::optional<Coverage> coverage_;
  std::vector<network::Scalar> scalars_;
};

}  // namespace vicinal::explore::inline simulate
