// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/output/render.hpp"
#include "cli/replay_traces.hpp"
#include "cli/session/session.hpp"
#include "explore/search/explorer.hpp"
#include "network/language/initial_condition.hpp"

namespace vicinal::cli {

using explore::Exploration;
using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

constexpr const char* undefined_reason =
    "evaluating it fails in a reachable state";

bool is_undefined(const explore::PropertyResult& p) {
  return p.outcome == explore::Outcome::undefined;
}

void warn(Opened& opened, const Exploration& result) {
  const network::Model& model = *opened.model;
  opened.diagnostics.set_source(opened.source.get());
  for (const auto& u : result.unfired) {
    const bool rule = !u.process.valid();
    const network::Action& action =
        rule ? model.rules[u.action] : model[u.process].actions[u.action];
    opened.diagnostics.warning(
        801, action.span,
        fmt::format("{} '{}' never fired in the states explored",
                    rule ? "rule" : "action", action.name));
  }
  for (const std::size_t p : result.vacuous) {
    opened.diagnostics.warning(802, model.properties[p].span,
                               fmt::format("the premise of '{}' is never true",
                                           model.properties[p].name));
  }
}

Json to_json(const Options& options, const Opened& opened,
             const Exploration& result) {
  const Instance& instance = *opened.instance;
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(instance);
  json["reduction"] = options.reduction;
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
    if (is_undefined(p)) property["reason"] = undefined_reason;
    if (p.trace) property["trace"] = trace_json(instance, *p.trace);
    json["properties"].push_back(std::move(property));
  }
  add_not_asked(not_asked(*opened.model, options), json["properties"]);
  json["statistics"] = statistics_json();
  return json;
}

std::string to_text(const Options& options, const Opened& opened,
                    const Exploration& result) {
  const Instance& instance = *opened.instance;
  const bool color = use_color(options.color, STDOUT_FILENO);
  std::string text;
  std::size_t width = 0;
  for (const auto& p : result.properties) {
    width = std::max(width, p.name.size());
  }
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
    if (!result.complete && result.limit != Limit::none) {
      text += fmt::format("not complete: {}\n", limit_text(result.limit));
    }
  }
  for (const auto& p : result.properties) {
    text += fmt::format("{:<{}}  {}", p.name, width,
                        verdict_text(p.verdict(), color));
    if (p.verdict() == Verdict::violated) {
      text += " " + run_length(p.trace);
    }
    if (is_undefined(p)) text += fmt::format(": {}", undefined_reason);
    text += "\n";
    if (p.trace && !options.quiet) text += trace_text(instance, *p.trace);
  }
  return text + not_asked_text(temporal, width);
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
  Exploration result;
  {
    const Engines engines;
    result = explore::explore(*opened->instance, how);
  }
  if (result.unsatisfiable) {
    network::report_unsatisfiable(*opened->model, opened->diagnostics);
    return refuse(*opened, options);
  }
  warn(*opened, result);
  print_diagnostics(*opened, options);
  if (options.json) {
    print_json(to_json(options, *opened, result));
  } else {
    print(to_text(options, *opened, result));
  }
  std::vector<Verdict> verdicts;
  for (const auto& p : result.properties) verdicts.push_back(p.verdict());
  const int code = exit_of(verdicts);
  // Even with nothing to decide, an unfinished run is not a finished one.
  return code == exit_holds && !result.complete ? int{exit_undecided} : code;
}

}  // namespace vicinal::cli
