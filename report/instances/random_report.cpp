// SPDX-License-Identifier: MIT
// No verdict of random runs is `proved`: that nothing was found proves nothing.
#include "report/instances/random_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/instances/coverage_report.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using explore::RandomRuns;
using network::Instance;
using network::Limit;
using network::Verdict;

namespace {

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

}  // namespace

Json random_runs_json(const Style& style, const Opened& opened,
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
      add_culprits(instance, *p.trace, p.name, property);
    }
    json["properties"].push_back(std::move(property));
  }
  add_not_asked(not_asked(*opened.model, style), json["properties"]);
  if (found.coverage) {
    json["coverage"] = coverage_json(instance, *found.coverage);
  }
  return json;
}

std::string random_runs_text(const Style& style, const Opened& opened,
                             const explore::RunOptions& how,
                             const RandomRuns& found) {
  const std::vector<std::string> temporal = not_asked(*opened.model, style);
  std::size_t width = widest(temporal, 0);
  for (const auto& p : found.properties) width = std::max(width, p.name.size());
  std::string text = style.quiet ? "" : summary_text(opened, how, found);
  for (std::size_t i = 0; i < found.properties.size(); ++i) {
    const auto& p = found.properties[i];
    text += fmt::format("{:<{}}  {}", p.name, width,
                        verdict_text(p.verdict(), style.color));
    if (p.verdict() == Verdict::violated) {
      text +=
          fmt::format(" {}, seed {} (shorter ones may be there)\n",
                      run_length(p.trace), how.seed + *found.violated_in[i]);
    } else {
      text += ": no run violates it, which proves nothing\n";
    }
    if (p.trace && !style.quiet) {
      text += trace_text(*opened.instance, *p.trace) +
              culprits_text(*opened.instance, *p.trace, p.name);
    }
  }
  text += not_asked_text(temporal, width);
  return found.coverage
             ? text + coverage_text(*opened.instance, *found.coverage)
             : text;
}

}  // namespace vicinal::report::inline instances
