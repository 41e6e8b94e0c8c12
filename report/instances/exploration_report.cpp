// SPDX-License-Identifier: MIT
#include "report/instances/exploration_report.hpp"

#include <fmt/format.h>

#include "decide/question/asked.hpp"
#include "report/instances/lazy_report.hpp"
#include "report/instances/symmetry_report.hpp"
#include "report/words/culprits.hpp"
#include "report/words/not_asked.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

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

// Of the property with this number.
const explore::OtherRuns& examples_of(const decide::Explored& explored,
                                      std::size_t property) {
  static const explore::OtherRuns none;
  if (property >= explored.examples.size()) return none;
  return explored.examples[property];
}

}  // namespace

Json exploration_json(const Style& style, const Opened& opened,
                      const decide::Explored& explored) {
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
    } else if (style.explain) {
      json["lazy"]["sample"] = sample_json(instance, explored.lazy->sample);
    }
  }
  json["states"] = result.states;
  json["transitions"] = result.transitions;
  json["depth"] = result.depth;
  json["deadlocks"] = result.deadlocks;
  json["complete"] = result.complete;
  if (!result.complete) json["limit"] = network::text(result.limit);
  if (result.limit == Limit::disk) json["disk_error"] = result.disk->error;
  json["properties"] = Json::array();
  for (std::size_t i = 0; i < result.properties.size(); ++i) {
    const auto& p = result.properties[i];
    Json property;
    property["name"] = p.name;
    property["verdict"] = network::text(p.verdict());
    if (is_undefined(p)) property["reason"] = decide::undefined_reason;
    if (p.trace) {
      property["trace"] = trace_json(instance, *p.trace);
      add_culprits(instance, *p.trace, p.name, property);
    }
    const explore::OtherRuns& others = examples_of(explored, i);
    for (const network::Trace& trace : others.traces) {
      property["examples"].push_back(trace_json(instance, trace));
    }
    if (others.limit != Limit::none) {
      property["examples_limit"] = network::text(others.limit);
    }
    json["properties"].push_back(std::move(property));
  }
  add_not_asked(not_asked(*opened.model, style), json["properties"]);
  return json;
}

std::string ending_text(const Exploration& result) {
  return result.limit == Limit::disk ? printable(result.disk->error)
                                     : limit_text(result.limit);
}

std::string exploration_text(const Style& style, const Opened& opened,
                             const decide::Explored& explored) {
  const Instance& instance = *opened.instance;
  const Exploration& result = explored.exploration;
  const bool color = style.color;
  std::string text;
  std::size_t width = 0;
  std::vector<std::string> names;
  for (const auto& p : result.properties) names.push_back(p.name);
  // What is proved, and asked, is that there is none.
  if (style.deadlock) names.back() = "no deadlock";
  width = widest(names, width);
  const std::vector<std::string> temporal = not_asked(*opened.model, style);
  width = widest(temporal, width);
  if (!style.quiet) {
    const std::string sizes = parameters_text(instance);
    text += fmt::format(
        "{}{}{}: {} state{}, {} transition{}, depth {}, {} deadlock{}\n",
        printable(opened.name), sizes.empty() ? "" : ", ", sizes, result.states,
        result.states == 1 ? "" : "s", result.transitions,
        result.transitions == 1 ? "" : "s", result.depth, result.deadlocks,
        result.deadlocks == 1 ? "" : "s");
    text += reduction_text(opened, explored);
    if (!result.complete && result.limit != Limit::none) {
      text += fmt::format("not complete: {}\n", ending_text(result));
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
    if (!p.trace || style.quiet) continue;
    text += trace_text(instance, *p.trace) +
            culprits_text(instance, *p.trace, p.name);
    const explore::OtherRuns& others = examples_of(explored, i);
    for (const network::Trace& trace : others.traces) {
      text += "  another run\n" + trace_text(instance, trace) +
              culprits_text(instance, trace, p.name);
    }
    if (others.limit != Limit::none) {
      text += fmt::format("  there may be more runs: {}\n",
                          limit_text(others.limit));
    }
  }
  text += not_asked_text(temporal, width);
  if (style.explain && explored.lazy) {
    text += sample_text(instance, explored.lazy->sample);
  }
  return text;
}

}  // namespace vicinal::report::inline instances
