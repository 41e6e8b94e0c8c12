// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/session.hpp"
#include "explore/explorer.hpp"
#include "explore/replay.hpp"

namespace vicinal::cli {

using explore::Exploration;
using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

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

Json to_json(const Options& options, const Instance& instance,
             const Exploration& result) {
  Json json;
  json["model"] = options.model;
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
    if (p.trace) property["trace"] = trace_json(instance, *p.trace);
    json["properties"].push_back(std::move(property));
  }
  json["statistics"]["seconds"] = result.seconds;
  json["statistics"]["peak_mib"] = peak_mib();
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

std::string to_text(const Options& options, const Instance& instance,
                    const Exploration& result) {
  std::string text;
  std::size_t width = 0;
  for (const auto& p : result.properties) {
    width = std::max(width, p.name.size());
  }
  if (!options.quiet) {
    const std::string sizes = parameters_text(instance);
    text += fmt::format(
        "{}{}{}: {} states, {} transitions, depth {}, {} deadlock{}\n",
        options.model, sizes.empty() ? "" : ", ", sizes, result.states,
        result.transitions, result.depth, result.deadlocks,
        result.deadlocks == 1 ? "" : "s");
    if (!result.complete && result.limit != Limit::none) {
      text += fmt::format("not complete: {}\n", limit_text(result.limit));
    }
  }
  for (const auto& p : result.properties) {
    text += fmt::format("{:<{}}  {}", p.name, width, network::text(p.verdict));
    if (p.trace) {
      text += fmt::format(" by a run of {} step{}", p.trace->length(),
                          p.trace->length() == 1 ? "" : "s");
    }
    text += "\n";
    if (p.trace && !options.quiet) text += trace_text(instance, *p.trace);
  }
  return text;
}

// ---- replay ----------------------------------------------------------------

// Every trace in a JSON value: the value itself, or those of its properties.
void collect_traces(const Json& json, std::vector<Json>& out) {
  if (!json.is_object()) return;
  if (json.contains("initial")) {
    out.push_back(json);
  } else if (json.contains("properties") && json["properties"].is_array()) {
    for (const Json& p : json["properties"]) {
      if (p.is_object() && p.contains("trace")) out.push_back(p["trace"]);
    }
  }
}

int replay_command(const Options& options, Loaded& loaded) {
  const auto refuse_file = [&](const std::string& message) {
    loaded.diagnostics.set_source(nullptr);
    loaded.diagnostics.error(907, {},
                             fmt::format("'{}': {}", options.replay, message));
    return refuse(loaded, options);
  };
  const FileText file = read_file(options.replay);
  if (!file.error.empty()) return refuse_file(file.error);
  const Json json = Json::parse(file.text, nullptr, false);
  if (json.is_discarded()) return refuse_file("this is not JSON");
  std::vector<Json> traces;
  collect_traces(json, traces);
  if (traces.empty()) return refuse_file("there is no trace in it");
  Json list = Json::array();
  std::string text;
  bool good = true;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const ReadTrace read = read_trace(*loaded.instance, traces[i]);
    if (!read.trace) return refuse_file(read.error);
    const auto wrong = explore::replay(*loaded.instance, *read.trace);
    good = good && !wrong;
    Json result;
    result["steps"] = read.trace->length();
    result["replays"] = !wrong;
    if (wrong) result["reason"] = *wrong;
    list.push_back(std::move(result));
    text += fmt::format(
        "trace {}: {}\n", i + 1,
        wrong ? "no run: " + *wrong
              : fmt::format("a run of {} steps", read.trace->length()));
  }
  print_diagnostics(loaded, options);
  if (options.json) {
    Json out;
    out["model"] = options.model;
    out["replay"] = std::move(list);
    print_json(out);
  } else {
    print(text);
  }
  return good ? exit_holds : exit_usage;
}

}  // namespace

int explore_command(const Options& options) {
  const auto loaded = load_model(options);
  elaborate(*loaded, options);
  if (!loaded->instance || loaded->diagnostics.has_errors()) {
    return refuse(*loaded, options);
  }
  if (!options.replay.empty()) return replay_command(options, *loaded);
  const Wanted wanted = wanted_properties(*loaded, options);
  if (loaded->diagnostics.has_errors()) return refuse(*loaded, options);
  explore::Options how;
  how.properties = wanted.properties;
  how.model_errors = wanted.model_errors;
  how.deadlock_is_violation = options.deadlock;
  how.limits = limits_of(options);
  const Instance& instance = *loaded->instance;
  const Exploration result = explore::explore(instance, how);
  if (result.initial_states == 0 && result.limit == Limit::none) {
    const network::Model& model = *loaded->model;
    loaded->diagnostics.error(
        508,
        model.inits.empty() ? model.network_span : model[model.inits[0]].span,
        "no state satisfies the initial condition");
    return refuse(*loaded, options);
  }
  warn(*loaded, result);
  print_diagnostics(*loaded, options);
  if (options.json) {
    print_json(to_json(options, instance, result));
  } else {
    print(to_text(options, instance, result));
  }
  std::vector<Verdict> verdicts;
  for (const auto& p : result.properties) verdicts.push_back(p.verdict);
  const int code = exit_of(verdicts);
  // Even with nothing to decide, an unfinished run is not a finished one.
  return code == exit_holds && !result.complete ? int{exit_undecided} : code;
}

}  // namespace vicinal::cli
