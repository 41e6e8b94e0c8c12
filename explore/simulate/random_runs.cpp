// SPDX-License-Identifier: MIT
// Runs are made in rounds, those of a round by all threads, and added up in the
// order of their numbers when the round is over. A run is left as soon as runs
// before it violate all that is asked, and is not counted then: so what is
// counted does not depend on who was faster. Traces are found again from the
// seed, by the slow semantics, and have to come to the same state.
#include "explore/simulate/random_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "explore/search/team.hpp"
#include "explore/simulate/random_run.hpp"
#include "explore/simulate/run_worker.hpp"

namespace vicinal::explore::inline simulate {

using network::Limit;
using network::Trace;

namespace {

constexpr std::uint64_t round_size = 64;

Trace run_of(const network::Instance& instance, Starts& starts,
             std::uint64_t seed, std::uint64_t steps) {
  Dice dice(seed);
  Trace trace;
  trace.initial = starts.draw(dice);
  RandomRun run(instance, trace.initial, dice);
  for (std::uint64_t i = 0; i < steps; ++i) {
    auto event = run.next();
    if (!event) break;
    trace.events.push_back(std::move(*event));
  }
  return trace;
}

class Rounds {
 public:
  Rounds(const network::Instance& instance, const RunOptions& options,
         network::Budget& budget)
      : instance_(instance),
        options_(options),
        budget_(budget),
        packing_(instance),
        asked_(instance, options),
        first_hits_(asked_.size()) {
    result_.properties = open_properties(instance, options.asked);
    result_.violated_in.resize(asked_.size());
  }

  RandomRuns run() {
    until_limit(budget_, stop_, [&] { starts_.emplace(instance_, budget_); });
    if (starts_) {
      result_.initial_states = starts_->listed().size();
      result_.initial_complete = starts_->all();
      result_.unsatisfiable = starts_->listed().empty();
      if (!result_.unsatisfiable) make_runs();
    }
    result_.limit = stop_;
    finish();
    return std::move(result_);
  }

 private:
  void make_runs() {
    const auto wanted = std::max<std::uint64_t>(
        1, std::min<std::uint64_t>(options_.asked.threads, options_.runs));
    until_limit(budget_, stop_, [&] {
      for (std::uint64_t i = 0; i < wanted; ++i) {
        workers_.push_back(std::make_unique<RunWorker>(
            instance_, packing_, options_, asked_, *starts_));
      }
    });
    if (workers_.size() < wanted) return;
    Team team(workers_.size());
    for (std::uint64_t first = 0; first < options_.runs; first += round_size) {
      make_round(team, first,
                 std::min<std::uint64_t>(round_size, options_.runs - first));
      if (stop_ != Limit::none || asked_.decided_before(first + round_size)) {
        return;
      }
    }
  }

  void make_round(Team& team, std::uint64_t first, std::uint64_t count) {
    std::vector<RunResult> results(count);
    std::atomic<std::uint64_t> next = 0;
    team.run([&](std::size_t part) {
      until_limit(budget_, stop_, [&] {
        for (std::uint64_t i = next++; i < count; i = next++) {
          if (stop_ != Limit::none) return;
          if (asked_.decided_before(first + i)) continue;
          workers_[part]->run(first + i, results[i], [&] {
            if (part == 0) progress(first + i);
          });
          results[i].seen.count();
        }
      });
    });
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!asked_.decided_before(first + i)) add(first + i, results[i]);
    }
    weigh();
  }

  void progress(std::uint64_t run) {
    budget_.progress([&](double) {
      return fmt::format("run {} of {}", run + 1, options_.runs);
    });
  }

  void add(std::uint64_t number, RunResult& run) {
    result_.runs += run.finished ? 1 : 0;
    result_.steps += run.steps;
    result_.deadlocks += run.deadlock ? 1 : 0;
    result_.failed += run.failed ? 1 : 0;
    result_.overflow = result_.overflow || run.overflow;
    seen_.add(run.seen);
    if (run.coverage) add(std::move(*run.coverage));
    fired_.resize(std::max(fired_.size(), run.fired.size()));
    for (std::size_t a = 0; a < run.fired.size(); ++a) {
      fired_[a] = fired_[a] || run.fired[a];
    }
    for (std::size_t p = 0; p < run.hits.size(); ++p) {
      if (!run.hits[p] || result_.violated_in[p]) continue;
      result_.violated_in[p] = number;
      first_hits_[p] = std::move(run.hits[p]);
    }
  }

  void weigh() {
    std::uint64_t bytes = seen_.bytes();
    for (const auto& w : workers_) bytes += w->bytes();
    result_.peak_bytes = std::max(result_.peak_bytes, bytes);
    const Limit reached = budget_.look(0, bytes);
    if (reached != Limit::none) stop_ = reached;
  }

  void add(CoverageCounts counts) {
    if (!result_.coverage) {
      result_.coverage = std::move(counts);
    } else {
      result_.coverage->add(counts);
    }
  }

  // A violation stands even if no time was left to find its run again.
  void finish() {
    for (std::size_t p = 0; p < first_hits_.size(); ++p) {
      if (!first_hits_[p]) continue;
      result_.properties[p].outcome = Outcome::violated;
      std::atomic<Limit> late = Limit::none;
      until_limit(budget_, late, [&] {
        result_.properties[p].trace =
            trace_of(*result_.violated_in[p], *first_hits_[p]);
      });
    }
    result_.states = seen_.count();
    result_.unfired = unfired_of(
        instance_, [&](network::ProcessId process, std::uint32_t action) {
          return !workers_.empty() && !fired_.empty() &&
                 fired_[workers_[0]->tables().action_number(process, action)];
        });
    result_.seconds = budget_.seconds();
  }

  Trace trace_of(std::uint64_t number, const Hit& hit) {
    Trace trace =
        run_of(instance_, *starts_, options_.seed + number, hit.steps);
    const auto& last =
        trace.events.empty() ? trace.initial : trace.events.back().after;
    std::vector<std::uint64_t> packed(packing_.words());
    if (trace.length() == hit.steps) packing_.pack(last, packed.data());
    if (trace.length() != hit.steps || packed != hit.state) {
      throw std::logic_error("random_runs: a run is not the same again");
    }
    if (hit.step) {
      auto event =
          event_at(instance_, network::Steps(instance_), last, *hit.step);
      trace.events.push_back(std::move(event.value()));
    } else {
      trace.error = hit.error;
    }
    return trace;
  }

  const network::Instance& instance_;
  const RunOptions& options_;
  network::Budget& budget_;
  network::Packing packing_;
  Asked asked_;
  std::optional<Starts> starts_;
  std::vector<std::unique_ptr<RunWorker>> workers_;
  std::atomic<Limit> stop_ = Limit::none;
  Distinct seen_;
  std::vector<bool> fired_;
  std::vector<std::optional<Hit>> first_hits_;  // per property
  RandomRuns result_;
};

}  // namespace

RandomRuns random_runs(const network::Instance& instance,
                       const RunOptions& options) {
  network::Budget budget(options.asked.limits);
  return Rounds(instance, options, budget).run();
}

Trace random_trace(const network::Instance& instance, const RunOptions& options,
                   std::uint64_t number, std::uint64_t steps) {
  const network::Budget budget(options.asked.limits);
  Starts starts(instance, budget);
  return run_of(instance, starts, options.seed + number, steps);
}

}  // namespace vicinal::explore::inline simulate
