// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/coverage_report.hpp"
#include "cli/output/render.hpp"
#include "cli/replay_traces.hpp"
#include "cli/session/asked_names.hpp"
#include "cli/session/session.hpp"
#include "cli/session/trace_text.hpp"
#include "cli/symmetry_report.hpp"
#include "decide/asked.hpp"
#include "decide/exploration.hpp"

namespace vicinal::cli {

using explore::Exploration;
using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

bool is_undefined(const explore::PropertyResult& p) {
  return p.outcome == explore::Outcome::undefined;
}

// Empty: nothing was compared.
std::string compared_text(const decide::LazyReduction& lazy, bool lazily) {
  if (lazy.compared == 0) return "";
  return fmt::format(
      ": to distance {} there are {} annotated states, and {} than {} others",
      lazy.depth, lazy.compared, lazily ? "more" : "fewer", lazy.others);
}

// What was used, and why.
std::string reduction_text(const Opened& opened,
                           const decide::Explored& explored) {
  if (!explored.lazy) {
    return explored.symmetry ? orbits_text(opened, *explored.symmetry) : "";
  }
  const decide::LazyReduction& lazy = *explored.lazy;
  if (lazy.why_not.empty()) {
    return fmt::format("states are annotated by {} partition{}{}\n",
                       lazy.partitions, lazy.partitions == 1 ? "" : "s",
                       compared_text(lazy, true));
  }
  if (!explored.symmetry) {
    return fmt::format("no reduction: {}\n", lazy.why_not);
  }
  return fmt::format("{}not lazily: {}{}\n",
                     orbits_text(opened, *explored.symmetry), lazy.why_not,
                     compared_text(lazy, false));
}

Json exploration_json(const Options& options, const Opened& opened,
                      const decide::Explored& explored,
                      const std::optional<explore::Coverage>& coverage) {
  const Instance& instance = *opened.instance;
  const Exploration& result = explored.exploration;
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(instance);
  json["reduction"] = decide::text(explored.reduction);
  if (explored.symmetry) {
    json["symmetry"] = symmetry_json(opened, *explored.symmetry);
  }
  if (explored.lazy) {
    json["lazy"]["partitions"] = explored.lazy->partitions;
    json["lazy"]["removed"] = explored.lazy->removed;
    if (explored.lazy->compared > 0) {
      json["lazy"]["compared"] = {{"distance", explored.lazy->depth},
                                  {"annotated", explored.lazy->compared},
                                  {"others", explored.lazy->others}};
    }
    if (!explored.lazy->why_not.empty()) {
      json["lazy"]["why_not"] = explored.lazy->why_not;
    }
  }
  json["states"] = result.states;
  json["transitions"] = result.transitions;
  json["depth"] = result.depth;
  json["deadlocks"] = result.deadlocks;
  json["complete"] = result.complete;
  if (!result.complete) json["limit"] = network::text(result.limit);
  json["properties"] = Json::array();
  for (const auto& p : result.properties) {
    Json property;
    property["name"] = p.name;
    property["verdict"] = network::text(p.verdict());
    if (is_undefined(p)) property["reason"] = decide::undefined_reason;
    if (p.trace) property["trace"] = trace_json(instance, *p.trace);
    json["properties"].push_back(std::move(property));
  }
  add_not_asked(not_asked(*opened.model, options), json["properties"]);
  if (coverage) json["coverage"] = coverage_json(*coverage);
  json["statistics"] = statistics_json();
  return json;
}

std::string exploration_text(const Options& options, const Opened& opened,
                             const decide::Explored& explored) {
  const Instance& instance = *opened.instance;
  const Exploration& result = explored.exploration;
  const bool color = use_color(options.color, STDOUT_FILENO);
  std::string text;
  std::size_t width = 0;
  std::vector<std::string> names;
  for (const auto& p : result.properties) names.push_back(p.name);
  // What is proved, and asked, is that there is none.
  if (options.deadlock) names.back() = "no deadlock";
  width = widest(names, width);
  const std::vector<std::string> temporal = not_asked(*opened.model, options);
  width = widest(temporal, width);
  if (!options.quiet) {
    const std::string sizes = parameters_text(instance);
    text += fmt::format(
        "{}{}{}: {} state{}, {} transition{}, depth {}, {} deadlock{}\n",
        printable(opened.name), sizes.empty() ? "" : ", ", sizes, result.states,
        result.states == 1 ? "" : "s", result.transitions,
        result.transitions == 1 ? "" : "s", result.depth, result.deadlocks,
        result.deadlocks == 1 ? "" : "s");
    text += reduction_text(opened, explored);
    if (!result.complete && result.limit != Limit::none) {
      text += fmt::format("not complete: {}\n", limit_text(result.limit));
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& p = result.properties[i];
    text += fmt::format("{:<{}}  {}", names[i], width,
                        verdict_text(p.verdict(), color));
    if (p.verdict() == Verdict::violated) {
      text += " " + run_length(p.trace);
    }
    if (is_undefined(p)) text += fmt::format(": {}", decide::undefined_reason);
    text += "\n";
    if (p.trace && !options.quiet) text += trace_text(instance, *p.trace);
  }
  return text + not_asked_text(temporal, width);
}

decide::Symmetry group_of(const Options& options) {
  return options.group == "detected"    ? decide::Symmetry::detected
         : options.group == "larger"    ? decide::Symmetry::larger
         : options.group == "exchanges" ? decide::Symmetry::exchanged
                                        : decide::Symmetry::as_it_pays;
}

}  // namespace

int explore_command(const Options& options) {
  const auto opened = load_model(options);
  if (opened->model && !opened->diagnostics.has_errors()) {
    elaborate(*opened, options);
  }
  if (!opened->instance || opened->diagnostics.has_errors()) {
    return refuse(*opened, options);
  }
  if (!options.replay.empty()) return replay_traces(options, *opened);
  const Wanted wanted = wanted_properties(*opened, options);
  if (opened->diagnostics.has_errors()) return refuse(*opened, options);
  explore::Options how;
  how.threads = threads_of(options);
  how.properties = wanted.properties;
  how.model_errors = wanted.model_errors;
  how.deadlock_is_violation = options.deadlock;
  how.limits = limits_of(options);
  std::optional<explore::Coverage> coverage;
  std::optional<decide::Explored> explored;
  {
    const Engines engines;
    if (options.coverage) {
      coverage.emplace(*opened->instance);
      how.each_state = [&](std::span<const network::Scalar> state) {
        coverage->see(state);
      };
    }
    explored = decide::explore_instance(
        *opened, how, *decide::reduction_of(options.reduction),
        group_of(options));
  }
  if (!explored) return refuse(*opened, options);
  print_diagnostics(*opened, options);
  if (options.json) {
    print_json(exploration_json(options, *opened, *explored, coverage));
  } else {
    print(exploration_text(options, *opened, *explored));
    if (coverage) print(coverage_text(*coverage));
  }
  std::vector<Verdict> verdicts;
  const Exploration& result = explored->exploration;
  for (const auto& p : result.properties) verdicts.push_back(p.verdict());
  const int code = exit_of(verdicts);
  // Even with nothing to decide, an unfinished run is not a finished one.
  return code == exit_holds && !result.complete ? int{exit_undecided} : code;
}

}  // namespace vicinal::cli
