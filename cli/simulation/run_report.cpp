// SPDX-License-Identifier: MIT
// No verdict of random runs is `proved`: that nothing was found proves nothing.
#include "cli/simulation/run_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/session/session.hpp"
#include "explore/simulate/random_runs.hpp"
#include "network/language/initial_condition.hpp"
#include "report/instances/coverage_report.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::cli::inline simulation {

using report::add_not_asked;
using report::counted;
using report::limit_text;
using report::not_asked;
using report::not_asked_text;
using report::parameters_json;
using report::printable;
using report::run_length;
using report::trace_json;
using report::trace_text;
using report::use_color;
using report::verdict_text;
using report::widest;
using report::wrapped;

using explore::RandomRuns;
using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

constexpr int usual_steps = 10'000;

// "P.want", "grant"
std::string unfired_name(const network::Model& model,
                         const explore::Exploration::Unfired& unfired) {
  if (!unfired.process.valid()) return model.rules[unfired.action].name;
  const network::Process& process = model[unfired.process];
  return process.name + "." + process.actions[unfired.action].name;
}

std::vector<std::string> unfired_names(const Instance& instance,
                                       const RandomRuns& found) {
  std::vector<std::string> names;
  for (const auto& u : found.unfired) {
    names.push_back(unfired_name(*instance.model, u));
  }
  return names;
}

Json runs_json(const Options& options, const Opened& opened,
               const explore::RunOptions& how, const RandomRuns& found) {
  const Instance& instance = *opened.instance;
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(instance);
  json["seed"] = how.seed;
  json["runs"] = found.runs;
  json["steps"] = found.steps;
  json["states"] = found.states.states;
  json["states_exact"] = found.states.exact;
  json["deadlocks"] = found.deadlocks;
  json["failed"] = found.failed;
  json["complete"] = false;
  if (found.limit != Limit::none) json["limit"] = network::text(found.limit);
  json["never_fired"] = unfired_names(instance, found);
  json["properties"] = Json::array();
  for (std::size_t i = 0; i < found.properties.size(); ++i) {
    const auto& p = found.properties[i];
    Json property;
    property["name"] = p.name;
    property["verdict"] = network::text(p.verdict());
    if (found.violated_in[i]) {
      property["seed"] = how.seed + *found.violated_in[i];
    }
    if (p.trace) {
      property["trace"] = trace_json(instance, *p.trace);
      report::add_culprits(instance, *p.trace, p.name, property);
    }
    json["properties"].push_back(std::move(property));
  }
  add_not_asked(not_asked(*opened.model, style_of(options)),
                json["properties"]);
  if (found.coverage) {
    json["coverage"] = report::coverage_json(instance, *found.coverage);
  }
  json["statistics"] = statistics_json();
  return json;
}

std::string summary_text(const Opened& opened, const explore::RunOptions& how,
                         const RandomRuns& found) {
  const Instance& instance = *opened.instance;
  const std::string sizes = parameters_text(instance);
  std::string text = fmt::format(
      "{}{}{}: {} from seed {} on, {}\n", printable(opened.name),
      sizes.empty() ? "" : ", ", sizes, counted(found.runs, "run", "runs"),
      how.seed, counted(found.steps, "step", "steps"));
  text += fmt::format(
      "{}{} among those seen, {} ended in a deadlock\n",
      found.states.exact ? "" : "about ",
      counted(found.states.states, "different state", "different states"),
      counted(found.deadlocks, "run", "runs"));
  if (found.failed > 0) {
    text += fmt::format("{} ended in a step that fails\n",
                        counted(found.failed, "run", "runs"));
  }
  if (found.overflow) {
    text +=
        fmt::format("some runs ended early: {}\n", limit_text(Limit::overflow));
  }
  if (found.limit != Limit::none) {
    text += fmt::format("not finished: {}\n", limit_text(found.limit));
  }
  const auto unfired = unfired_names(instance, found);
  if (!unfired.empty()) text += wrapped("never fired:", unfired, 12) + "\n";
  return text;
}

std::string runs_text(const Options& options, const Opened& opened,
                      const explore::RunOptions& how, const RandomRuns& found) {
  const bool color = use_color(options.color, STDOUT_FILENO);
  const std::vector<std::string> temporal =
      not_asked(*opened.model, style_of(options));
  std::size_t width = widest(temporal, 0);
  for (const auto& p : found.properties) width = std::max(width, p.name.size());
  std::string text = options.quiet ? "" : summary_text(opened, how, found);
  for (std::size_t i = 0; i < found.properties.size(); ++i) {
    const auto& p = found.properties[i];
    text += fmt::format("{:<{}}  {}", p.name, width,
                        verdict_text(p.verdict(), color));
    if (p.verdict() == Verdict::violated) {
      text +=
          fmt::format(" {}, seed {} (shorter ones may be there)\n",
                      run_length(p.trace), how.seed + *found.violated_in[i]);
    } else {
      text += ": no run violates it, which proves nothing\n";
    }
    if (p.trace && !options.quiet) {
      text += trace_text(*opened.instance, *p.trace) +
              report::culprits_text(*opened.instance, *p.trace, p.name);
    }
  }
  return text + not_asked_text(temporal, width);
}

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
    print_json(runs_json(options, opened, how, found));
  } else {
    print(runs_text(options, opened, how, found));
    if (found.coverage) {
      print(report::coverage_text(*opened.instance, *found.coverage));
    }
  }
  for (const auto& p : found.properties) {
    if (p.verdict() == Verdict::violated) return exit_violated;
  }
  return asks(options, wanted) || found.limit != Limit::none
             ? int{exit_undecided}
             : int{exit_holds};
}

}  // namespace vicinal::cli::inline simulation
