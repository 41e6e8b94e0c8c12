// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "cli/render.hpp"
#include "cli/replay_traces.hpp"
#include "cli/session.hpp"
#include "explore/explorer.hpp"

namespace vicinal::cli {

using explore::Exploration;
using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

constexpr const char* undefined_reason =
    "evaluating it fails in a reachable state";

// In a state where it cannot be evaluated a property does not hold, whatever
// is true of the others.
bool is_undefined(const explore::PropertyResult& p) {
  return p.fails && p.verdict == Verdict::unknown;
}

void warn(Loaded& loaded, const Exploration& result) {
  const network::Model& model = *loaded.model;
  loaded.diagnostics.set_source(loaded.source.get());
  for (const auto& u : result.unfired) {
    const bool rule = !u.process.valid();
    const network::Action& action =
        rule ? model.rules[u.action] : model[u.process].actions[u.action];
    loaded.diagnostics.warning(
        801, action.span,
        fmt::format("{} '{}' never fired in the states explored",
                    rule ? "rule" : "action", action.name));
  }
  for (const std::size_t p : result.vacuous) {
    loaded.diagnostics.warning(802, model.properties[p].span,
                               fmt::format("the premise of '{}' is never true",
                                           model.properties[p].name));
  }
}

Json to_json(const Options& options, const Loaded& loaded,
             const Exploration& result) {
  const Instance& instance = *loaded.instance;
  Json json;
  json["model"] = loaded.name;
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
    property["verdict"] = network::text(p.verdict);
    if (is_undefined(p)) property["reason"] = undefined_reason;
    if (p.trace) property["trace"] = trace_json(instance, *p.trace);
    json["properties"].push_back(std::move(property));
  }
  json["statistics"] = statistics_json();
  return json;
}

std::string limit_text(Limit limit) {
  switch (limit) {
    case Limit::interrupted:
      return "interrupted";
    case Limit::overflow:
      return "a value of type int left 64 bits";
    default:
      return fmt::format("the limit of {} was reached", network::text(limit));
  }
}

std::string to_text(const Options& options, const Loaded& loaded,
                    const Exploration& result) {
  const Instance& instance = *loaded.instance;
  const bool color = use_color(options.color, STDOUT_FILENO);
  std::string text;
  std::size_t width = 0;
  for (const auto& p : result.properties) {
    width = std::max(width, p.name.size());
  }
  if (!options.quiet) {
    const std::string sizes = parameters_text(instance);
    text += fmt::format(
        "{}{}{}: {} state{}, {} transition{}, depth {}, {} deadlock{}\n",
        printable(loaded.name), sizes.empty() ? "" : ", ", sizes, result.states,
        result.states == 1 ? "" : "s", result.transitions,
        result.transitions == 1 ? "" : "s", result.depth, result.deadlocks,
        result.deadlocks == 1 ? "" : "s");
    if (!result.complete && result.limit != Limit::none) {
      text += fmt::format("not complete: {}\n", limit_text(result.limit));
    }
  }
  for (const auto& p : result.properties) {
    text += fmt::format("{:<{}}  {}", p.name, width,
                        verdict_text(p.verdict, color));
    if (p.verdict == Verdict::violated) {
      text += " " + run_length(p.trace);
    }
    if (is_undefined(p)) text += fmt::format(": {}", undefined_reason);
    text += "\n";
    if (p.trace && !options.quiet) text += trace_text(instance, *p.trace);
  }
  return text;
}

}  // namespace

int explore_command(const Options& options) {
  const auto loaded = load_model(options);
  if (loaded->model && !loaded->diagnostics.has_errors()) {
    elaborate(*loaded, options);
  }
  if (!loaded->instance || loaded->diagnostics.has_errors()) {
    return refuse(*loaded, options);
  }
  if (!options.replay.empty()) return replay_traces(options, *loaded);
  const Wanted wanted = wanted_properties(*loaded, options);
  if (loaded->diagnostics.has_errors()) return refuse(*loaded, options);
  explore::Options how;
  how.threads = threads_of(options);
  how.properties = wanted.properties;
  how.model_errors = wanted.model_errors;
  how.deadlock_is_violation = options.deadlock;
  how.limits = limits_of(options);
  Exploration result;
  {
    const Engines engines;
    result = explore::explore(*loaded->instance, how);
  }
  if (result.initial_states == 0 && result.limit == Limit::none) {
    const network::Model& model = *loaded->model;
    loaded->diagnostics.error(
        508,
        model.inits.empty() ? model.network_span : model[model.inits[0]].span,
        "no state satisfies the initial condition");
    return refuse(*loaded, options);
  }
  for (explore::PropertyResult& p : result.properties) {
    if (p.fails && p.verdict == Verdict::proved) p.verdict = Verdict::unknown;
  }
  warn(*loaded, result);
  print_diagnostics(*loaded, options);
  if (options.json) {
    print_json(to_json(options, *loaded, result));
  } else {
    print(to_text(options, *loaded, result));
  }
  std::vector<Verdict> verdicts;
  for (const auto& p : result.properties) verdicts.push_back(p.verdict);
  const int code = exit_of(verdicts);
  // Even with nothing to decide, an unfinished run is not a finished one.
  return code == exit_holds && !result.complete ? int{exit_undecided} : code;
}

}  // namespace vicinal::cli
