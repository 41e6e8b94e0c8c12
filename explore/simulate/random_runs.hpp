// SPDX-License-Identifier: MIT
// Many random runs, and what they violate: for instances that are too large to
// explore. That nothing is found proves nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/coverage/coverage.hpp"
#include "explore/search/explorer.hpp"
#include "explore/simulate/distinct.hpp"

namespace vicinal::explore::inline simulate {

struct RunOptions {
  // What is asked (properties, model errors, deadlocks), threads and limits;
  // the rest means nothing here. Invariants that are not asked are evaluated,
  // too, as by `explore`.
  Options asked;
  std::uint64_t runs = 1;
  std::uint64_t steps = 1;  // at most, of each run
  std::uint64_t seed = 1;   // run r, counted from 0, is that of seed + r
  bool coverage = false;    // counted in each state that a run comes to
};

struct RandomRuns {
  // `open` or `violated`. A violation is that of the first run, by number, that
  // has one, at its first state that has one; its trace need not be short.
  std::vector<PropertyResult> properties;
  // Per property: the number of that run, if it is violated.
  std::vector<std::optional<std::uint64_t>> violated_in;
  std::uint64_t runs = 0;  // that came to their end
  std::uint64_t steps = 0;
  std::uint64_t deadlocks = 0;  // runs that ended so
  std::uint64_t failed = 0;     // runs that ended in a step that fails
  bool overflow = false;        // an `int` left 64 bits: a limit, no error
  Distinct::Count states;       // different ones among those seen
  std::uint64_t initial_states = 0;
  bool initial_complete = false;  // these are all that there are
  // No run took them.
  std::vector<Exploration::Unfired> unfired;
  // Nothing satisfies the initial condition: there is no run.
  bool unsatisfiable = false;
  // If it was asked for, and there was a run.
  std::optional<CoverageCounts> coverage;
  network::Limit limit = network::Limit::none;
  double seconds = 0;
  std::uint64_t peak_bytes = 0;
};

// Runs end where nothing is enabled, a step fails, or all that is asked is
// violated; all of them end when all that is asked is violated by runs before.
// Every step looks at all that is enabled, so that what fails there is found,
// taken or not. Everything but seconds and bytes is the same for any number of
// threads, unless a limit is reached.
RandomRuns random_runs(const network::Instance& instance,
                       const RunOptions& options);

// The run with this number, of so many steps: as it was, by the slow semantics.
// For a run that random_runs has made. Polls.
network::Trace random_trace(const network::Instance& instance,
                            const RunOptions& options, std::uint64_t number,
                            std::uint64_t steps);

}  // namespace vicinal::explore::inline simulate
