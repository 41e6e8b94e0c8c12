// SPDX-License-Identifier: MIT
// What the commands of these names do, between their options and their reports:
// the same options, read by the same parser; limits are those of the call, and
// nothing is printed.
#include "python/models.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <memory>

#include "cli/options/options.hpp"
#include "cli/session/asked.hpp"
#include "cli/session/asked_names.hpp"
#include "cli/session/load.hpp"
#include "cli/session/session.hpp"
#include "decide/decide.hpp"
#include "decide/instances/exploration.hpp"
#include "explore/simulate/random_runs.hpp"
#include "network/language/initial_condition.hpp"
#include "python/call.hpp"
#include "python/wishes.hpp"
#include "report/instances/exploration_report.hpp"
#include "report/instances/random_report.hpp"
#include "report/proof/proof_text.hpp"

namespace vicinal::python {

using decide::Opened;
using report::Json;

namespace {

// Of one call. `report` stays null where the model is wrong.
struct Answer {
  std::unique_ptr<Opened> opened;
  Json report;
};

report::Style style_of(const Wishes& wishes, const network::Limits& limits) {
  report::Style style = cli::style_of(wishes.options);
  style.quiet = false;
  style.timed = limits.seconds > 0;
  style.formulas = limits;
  return style;
}

void open_instance(const Wishes& wishes, const std::string& text,
                   Answer& answer) {
  answer.opened = cli::open_text(wishes.options, text);
  if (answer.opened->good()) cli::elaborate(*answer.opened, wishes.options);
}

bool ready(const Opened& opened) {
  return opened.instance && !opened.diagnostics.has_errors();
}

void prove_now(const Wishes& wishes, const std::string& text,
               const network::Limits& limits, Answer& answer) {
  answer.opened = cli::open_text(wishes.options, text);
  Opened& opened = *answer.opened;
  if (!cli::prepare_proof(wishes.options, opened)) return;
  const decide::Asked asked = cli::asked_of(wishes.options, opened);
  if (opened.diagnostics.has_errors()) return;
  const decide::Report found = decide::decide(opened, asked, limits);
  if (!found.answered()) return;
  const report::Style style = style_of(wishes, limits);
  answer.report = found.family
                      ? report::family_json(style, opened, *found.family)
                      : report::proof_json(style, opened, *found.instance);
}

void explore_now(const Wishes& wishes, const std::string& text,
                 const network::Limits& limits, Answer& answer) {
  open_instance(wishes, text, answer);
  Opened& opened = *answer.opened;
  if (!ready(opened)) return;
  const cli::Wanted wanted = cli::wanted_properties(opened, wishes.options);
  if (opened.diagnostics.has_errors()) return;
  explore::Options how;
  how.threads = cli::threads_of(wishes.options);
  how.properties = wanted.properties;
  how.model_errors = wanted.model_errors;
  how.deadlock_is_violation = wishes.options.deadlock;
  how.limits = limits;
  how.limits.work = static_cast<std::uint64_t>(wishes.options.max_states);
  const auto explored = decide::explore_instance(
      opened, how, *decide::reduction_of(wishes.options.reduction),
      decide::Symmetry::as_it_pays);
  if (!explored) return;
  answer.report =
      report::exploration_json(style_of(wishes, limits), opened, *explored);
}

void simulate_now(const Wishes& wishes, const std::string& text,
                  const network::Limits& limits, Answer& answer) {
  open_instance(wishes, text, answer);
  Opened& opened = *answer.opened;
  if (!ready(opened) || !decide::require_constants(opened)) return;
  const cli::Wanted wanted = cli::wanted_properties(opened, wishes.options);
  if (opened.diagnostics.has_errors()) return;
  explore::RunOptions how;
  how.asked.properties = wanted.properties;
  how.asked.model_errors = wanted.model_errors;
  how.asked.deadlock_is_violation = wishes.options.deadlock;
  how.asked.threads = cli::threads_of(wishes.options);
  how.asked.limits = limits;
  how.runs = static_cast<std::uint64_t>(wishes.options.runs);
  how.steps = static_cast<std::uint64_t>(wishes.options.steps);
  how.seed = static_cast<std::uint64_t>(wishes.options.seed);
  const explore::RandomRuns found = explore::random_runs(*opened.instance, how);
  if (found.unsatisfiable) {
    network::report_unsatisfiable(*opened.model, opened.diagnostics);
    return;
  }
  answer.report =
      report::random_runs_json(style_of(wishes, limits), opened, how, found);
}

using Ask = void (*)(const Wishes&, const std::string&, const network::Limits&,
                     Answer&);

std::string answered(const std::string& text,
                     const std::vector<std::string>& arguments, Ask ask) {
  const Wishes wishes = wishes_of(arguments);
  const auto begin = std::chrono::steady_clock::now();
  Answer answer;
  call(wishes.seconds, wishes.memory_mib, [&](const network::Limits& limits) {
    ask(wishes, text, limits, answer);
  });
  if (answer.report.is_null()) refuse(answer.opened->diagnostics);
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  Json& statistics = answer.report["statistics"];
  statistics.update(cli::statistics_json());
  statistics["seconds"] = spent.count();
  Json all;
  all["report"] = std::move(answer.report);
  answer.opened->diagnostics.sort();
  all["diagnostics"] = report::diagnostics_json(answer.opened->diagnostics);
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string prove(const std::string& text,
                  const std::vector<std::string>& arguments) {
  return answered(text, arguments, prove_now);
}

std::string explore(const std::string& text,
                    const std::vector<std::string>& arguments) {
  return answered(text, arguments, explore_now);
}

std::string simulate(const std::string& text,
                     const std::vector<std::string>& arguments) {
  return answered(text, arguments, simulate_now);
}

}  // namespace vicinal::python
