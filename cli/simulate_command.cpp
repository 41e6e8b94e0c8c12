// SPDX-License-Identifier: MIT
// A stored run has to replay before anybody steps through it.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/codes.hpp"
#include "cli/session/given_traces.hpp"
#include "cli/session/session.hpp"
#include "cli/simulation/by_hand.hpp"
#include "cli/simulation/run_report.hpp"
#include "cli/simulation/run_stream.hpp"
#include "cli/simulation/screen.hpp"
#include "explore/search/replay.hpp"
#include "explore/simulate/starts.hpp"
#include "network/language/initial_condition.hpp"
#include "report/words/render.hpp"

namespace vicinal::cli {

using report::printable;
using report::ReadTrace;

namespace {

// The stored run that is stepped through: the first one in the file, or that of
// the property that is asked for. None: `code` says how it ends.
std::optional<network::Trace> stored_run(const Options& options, Opened& opened,
                                         int& code) {
  const network::Instance& instance = *opened.instance;
  const auto refuse_file = [&](const std::string& message) {
    opened.diagnostics.set_source(nullptr);
    opened.diagnostics.error(codes::no_trace, {},
                             fmt::format("'{}': {}", options.replay, message));
    code = refuse(opened, options);
    return std::nullopt;
  };
  const GivenTraces given = read_given_traces(instance, options.replay);
  if (!given.error.empty()) return refuse_file(given.error);
  const GivenTrace* chosen = &given.traces.front();
  for (const GivenTrace& t : given.traces) {
    if (!options.properties.empty() &&
        t.property == options.properties.front()) {
      chosen = &t;
    }
  }
  ReadTrace read = read_given_trace(instance, *chosen);
  if (!read.trace) return refuse_file(read.error);
  if (const auto wrong = explore::replay(instance, *read.trace)) {
    print_diagnostics(opened, options);
    print(fmt::format(
        "{}  no such run: {}\n",
        chosen->property.empty() ? "trace 1" : printable(chosen->property),
        printable(*wrong)));
    code = exit_usage;
    return std::nullopt;
  }
  return std::move(read.trace);
}

int on_screen(const Options& options, const Opened& opened,
              const Wanted& wanted, explore::Starts& starts,
              explore::Dice& dice, explore::Simulation simulation) {
  auto terminal = Terminal::open();
  if (terminal == nullptr) {
    say("vicinal: --screen takes over a terminal, and there is none here that "
        "can do it: without it, commands are read line by line\n");
    return exit_usage;
  }
  Options quiet = options;
  quiet.quiet = true;  // a line of progress would be drawn over
  Hand hand(quiet, opened, wanted, starts, dice, std::move(simulation), false);
  return run_on_screen(quiet, hand, std::move(terminal));
}

int step_through(const Options& options, Opened& opened, const Wanted& wanted) {
  const network::Limits limits = limits_of(options);
  const network::Budget budget(limits);
  const network::Polling polling(budget);
  std::optional<network::Trace> stored;
  if (!options.replay.empty()) {
    int code = exit_usage;
    stored = stored_run(options, opened, code);
    if (!stored) return code;
  }
  explore::Starts starts(*opened.instance, budget);
  if (starts.listed().empty()) {
    network::report_unsatisfiable(*opened.model, opened.diagnostics);
    return refuse(opened, options);
  }
  print_diagnostics(opened, options);
  explore::Dice dice(static_cast<std::uint64_t>(options.seed));
  if (options.steps != Options::count_unset) {
    return run_stream(options, opened, wanted, starts, dice);
  }
  explore::Simulation simulation =
      stored ? explore::Simulation(*opened.instance, std::move(*stored))
             : explore::Simulation(*opened.instance, starts.draw(dice));
  if (options.screen) {
    return on_screen(options, opened, wanted, starts, dice,
                     std::move(simulation));
  }
  Hand hand(options, opened, wanted, starts, dice, std::move(simulation), true);
  return run_by_hand(options, hand);
}

}  // namespace

int simulate_command(const Options& options) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
  }
  if (!opened->instance || opened->diagnostics.has_errors() ||
      !decide::require_constants(*opened)) {
    return refuse(*opened, options);
  }
  const Wanted wanted = wanted_properties(*opened, options);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  if (options.runs != Options::count_unset) {
    return run_report(options, *opened, wanted);
  }
  return step_through(options, *opened, wanted);
}

}  // namespace vicinal::cli
