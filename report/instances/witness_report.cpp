// SPDX-License-Identifier: MIT
#include "report/instances/witness_report.hpp"

#include <fmt/format.h>

#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using network::Verdict;

namespace {

const char* reached(const explore::PropertyResult& negation) {
  switch (negation.verdict()) {
    case Verdict::violated:
      return "yes";
    case Verdict::proved:
      return "no";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

// Of an answer that is not known.
std::string why_not(const explore::Exploration& exploration) {
  if (exploration.properties[0].outcome == explore::Outcome::undefined) {
    return "in some state it cannot be evaluated";
  }
  return limit_text(exploration.limit);
}

}  // namespace

Json witness_json(const Opened& opened, const std::string& expression,
                  const explore::Exploration& exploration) {
  const explore::PropertyResult& negation = exploration.properties[0];
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(*opened.instance);
  json["expression"] = expression;
  json["reached"] = reached(negation);
  if (negation.trace) {
    json["trace"] = trace_json(*opened.instance, *negation.trace);
  }
  if (negation.verdict() == Verdict::unknown) {
    json["reason"] = why_not(exploration);
  }
  json["states"] = exploration.states;
  json["complete"] = exploration.complete;
  return json;
}

std::string witness_text(const Style& style, const Opened& opened,
                         const std::string& expression,
                         const explore::Exploration& exploration) {
  const explore::PropertyResult& negation = exploration.properties[0];
  const std::string what = printable(one_line(expression));
  switch (negation.verdict()) {
    case Verdict::violated: {
      std::string text =
          fmt::format("{}: reached {}\n", what, run_length(negation.trace));
      if (negation.trace && !style.quiet) {
        text += trace_text(*opened.instance, *negation.trace);
      }
      return text;
    }
    case Verdict::proved:
      return fmt::format("{}: in none of {} reachable state{}\n", what,
                         exploration.states,
                         exploration.states == 1 ? "" : "s");
    case Verdict::unknown:
      break;
  }
  return fmt::format("{}: not found in {} state{}: {}\n", what,
                     exploration.states, exploration.states == 1 ? "" : "s",
                     why_not(exploration));
}

}  // namespace vicinal::report::inline instances
