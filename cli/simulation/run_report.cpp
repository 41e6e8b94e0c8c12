// SPDX-License-Identifier: MIT
// No verdict of random runs is `proved`: that nothing was found proves nothing.
#include "cli/simulation/run_report.hpp"

#include "cli/session/session.hpp"
#include "explore/simulate/random_runs.hpp"
#include "network/language/initial_condition.hpp"
#include "report/instances/random_report.hpp"

namespace vicinal::cli::inline simulation {

using explore::RandomRuns;
using network::Limit;
using network::Verdict;

namespace {

constexpr int usual_steps = 10'000;

// Whether there is anything that could be undecided.
bool asks(const Options& options, const Wanted& wanted) {
  return !wanted.properties.empty() || options.deadlock ||
         !options.properties.empty();
}

}  // namespace

int run_report(const Options& options, Opened& opened, const Wanted& wanted) {
  explore::RunOptions how;
  how.asked.properties = wanted.properties;
  how.asked.model_errors = wanted.model_errors;
  how.asked.deadlock_is_violation = options.deadlock;
  how.asked.threads = threads_of(options);
  how.asked.limits = limits_of(options);
  how.runs = static_cast<std::uint64_t>(options.runs);
  how.steps = static_cast<std::uint64_t>(
      options.steps == Options::count_unset ? usual_steps : options.steps);
  how.seed = static_cast<std::uint64_t>(options.seed);
  how.coverage = options.coverage;
  RandomRuns found;
  {
    const Engines engines;
    found = explore::random_runs(*opened.instance, how);
  }
  if (found.unsatisfiable) {
    network::report_unsatisfiable(*opened.model, opened.diagnostics);
    return refuse(opened, options);
  }
  print_diagnostics(opened, options);
  if (options.json) {
    Json json = report::random_runs_json(style_of(options), opened, how, found);
    json["statistics"] = statistics_json();
    print_json(json);
  } else {
    print(report::random_runs_text(style_of(options), opened, how, found));
  }
  for (const auto& p : found.properties) {
    if (p.verdict() == Verdict::violated) return exit_violated;
  }
  return asks(options, wanted) || found.limit != Limit::none
             ? int{exit_undecided}
             : int{exit_holds};
}

}  // namespace vicinal::cli::inline simulation
