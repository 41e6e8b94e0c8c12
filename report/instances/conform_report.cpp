// SPDX-License-Identifier: MIT
// A line that cannot follow is shown with a caret under what is nearest to
// being right; then the states before it, and what the model would do instead.
#include "report/instances/conform_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/semantics/steps.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using explore::CandidateStep;
using explore::Contradiction;
using explore::Mismatch;
using explore::NotEnabled;
using network::Instance;
using network::Scalar;

namespace {

constexpr std::size_t listed_states = 5, listed_candidates = 12;

// The line as a source, for its columns and for what is printed of it.
network::Source source_of(const ConformAnswer& answer) {
  return {answer.log, answer.line, nullptr,
          static_cast<std::uint32_t>(
              std::min<std::uint64_t>(answer.mismatch->line, UINT32_MAX))};
}

std::string state_text(const Instance& instance,
                       const std::vector<Scalar>& state) {
  std::vector<std::string> parts;
  for (const auto& place : network::places(instance)) {
    const auto value =
        std::span(state).subspan(place.slot, instance.size(place.type).slots);
    parts.push_back(fmt::format("{} = {},", place.name,
                                value_text(instance, place.type, value)));
  }
  if (!parts.empty()) parts.back().pop_back();
  return wrapped("   ", parts, 3) + "\n";
}

// "2 of 5 states: ", where that says something.
std::string share(std::uint64_t states, const Mismatch& m) {
  if (states >= m.looked_at) return "";
  return fmt::format(" (in {} of {} states)", states, m.looked_at);
}

std::string candidate_name(const Instance& instance, const CandidateStep& c) {
  switch (c.kind) {
    case CandidateStep::Kind::initial:
      return "initial state";
    case CandidateStep::Kind::no_step:
      return "no step";
    default:
      return step_text(instance, c.actor, c.action, c.binding);
  }
}

std::string candidate_text(const Instance& instance, const CandidateStep& c,
                           const Mismatch& m) {
  std::vector<std::string> parts;
  if (c.error) {
    parts.push_back(
        fmt::format("fails, {};", network::error_text(c.error->kind)));
  }
  for (const Contradiction& x : c.contradicts) {
    parts.push_back(
        x.variable.empty()
            ? fmt::format("is not {};", x.log)
            : fmt::format("{} is {}, not {};", x.variable, x.model, x.log));
  }
  if (!parts.empty()) parts.back().pop_back();
  return wrapped(fmt::format("  {}{}:", candidate_name(instance, c),
                             share(c.states, m)),
                 parts, 5) +
         "\n";
}

network::Place place_of(const Instance& instance, const NotEnabled& n) {
  return instance.model->source->place(n.part);
}

std::string part_text(const Instance& instance, const NotEnabled& n) {
  const auto place = place_of(instance, n);
  return one_line(place.source->text(place.span));
}

const char* why_text(NotEnabled::Why why) {
  switch (why) {
    case NotEnabled::Why::guard:
      return "guard";
    case NotEnabled::Why::fails:
      return "model error";
    case NotEnabled::Why::priority:
      return "priority";
    default:
      return "no binding";
  }
}

std::string not_enabled_text(const Instance& instance, const NotEnabled& n,
                             const Mismatch& m) {
  std::string why;
  switch (n.why) {
    case NotEnabled::Why::guard:
      why = fmt::format("'{}' is false", part_text(instance, n));
      break;
    case NotEnabled::Why::fails:
      why = fmt::format("evaluating '{}' is a model error",
                        part_text(instance, n));
      break;
    case NotEnabled::Why::priority:
      why = "another binding has a greater priority";
      break;
    default:
      why = "no values of its binders will do";
  }
  const auto place = place_of(instance, n);
  return printable(fmt::format("  {}{}: {}, line {}",
                               network::step_name(instance, n.actor, n.action),
                               share(n.states, m), why,
                               place.source->position(place.span.begin).line)) +
         "\n";
}

std::string states_text(const Instance& instance, const Mismatch& m) {
  std::string text = fmt::format("possible before it: {}{} state{}",
                                 m.more ? "more than " : "", m.states,
                                 m.states == 1 ? "" : "s");
  if (m.reached > m.states) {
    text += fmt::format(", {} with hidden steps", m.reached);
  }
  text += "\n";
  for (std::size_t i = 0; i < m.shown.size() && i < listed_states; ++i) {
    text += state_text(instance, m.shown[i]);
  }
  if (m.states > listed_states) text += "    ...\n";
  return text;
}

std::string mismatch_text(const Instance& instance, const Mismatch& m) {
  std::string text = states_text(instance, m);
  if (!m.not_enabled.empty()) text += "not enabled:\n";
  for (std::size_t i = 0; i < m.not_enabled.size(); ++i) {
    if (i == listed_candidates) {
      text += fmt::format("  and {} more\n", m.not_enabled.size() - i);
      break;
    }
    text += not_enabled_text(instance, m.not_enabled[i], m);
  }
  text += m.candidates.empty() ? "no step is enabled\n"
                               : "what the model can do instead:\n";
  for (std::size_t i = 0; i < m.candidates.size(); ++i) {
    if (i == listed_candidates) {
      text += fmt::format("  and {} more\n", m.candidates.size() - i);
      break;
    }
    text += candidate_text(instance, m.candidates[i], m);
  }
  return text;
}

// The line, with a caret, as diagnostics show it.
std::string place_text(const network::Source& source, network::Span span) {
  network::Diagnostic d;
  d.source = &source;
  d.span = span;
  const std::string all = render(d, false);
  const auto position = source.position(span.begin);
  return fmt::format("{}:{}:{}: this cannot follow\n", printable(source.name()),
                     position.line, position.column) +
         all.substr(all.find('\n') + 1);
}

}  // namespace

std::string conform_text(const Style& style, const Opened& opened,
                         const ConformAnswer& answer) {
  const std::string sizes = parameters_text(*opened.instance);
  const std::string model = fmt::format("{}{}{}", printable(opened.name),
                                        sizes.empty() ? "" : ", ", sizes);
  const std::string lines = counted(answer.lines, "line", "lines");
  if (answer.limit != network::Limit::none) {
    return fmt::format("{}: unknown, {}; {} a run of {}\n",
                       printable(answer.log), limit_text(answer.limit),
                       counted(answer.lines, "line is", "lines are"), model);
  }
  if (!answer.mismatch) {
    return fmt::format(
        "{}: a run of {}\n{}; {} possible at the end, at most {} on the way\n",
        printable(answer.log), model, lines,
        counted(answer.states, "state is", "states are"), answer.most_states);
  }
  std::string text =
      fmt::format("{}: no run of {}: line {} cannot follow\n",
                  printable(answer.log), model, answer.mismatch->line);
  if (style.quiet) return text;
  const network::Source source = source_of(answer);
  return text + place_text(source, answer.mismatch->place) +
         mismatch_text(*opened.instance, *answer.mismatch);
}

namespace {

Json plain_state_json(const Instance& instance,
                      const std::vector<Scalar>& state) {
  Json json = Json::object();
  for (const auto& place : network::places(instance)) {
    json[place.name] = value_json(
        instance, place.type,
        std::span(state).subspan(place.slot, instance.size(place.type).slots));
  }
  return json;
}

Json candidate_json(const Instance& instance, const CandidateStep& c,
                    const network::Source& source) {
  Json json;
  json["kind"] = c.kind == CandidateStep::Kind::step      ? "step"
                 : c.kind == CandidateStep::Kind::initial ? "initial state"
                                                          : "no step";
  if (c.kind == CandidateStep::Kind::step) {
    json["action"] = network::step_name(instance, c.actor, c.action);
    json["bindings"] = bindings_json(
        instance, action_of(instance, c.actor, c.action), c.binding);
  }
  json["states"] = c.states;
  if (c.error) json["error"] = network::error_text(c.error->kind);
  json["contradicts"] = Json::array();
  for (const Contradiction& x : c.contradicts) {
    Json part;
    part["part"] = x.variable.empty() ? "action" : "variable";
    if (!x.variable.empty()) part["variable"] = x.variable;
    part["model"] = x.model;
    part["log"] = x.log;
    part["column"] = source.position(x.span.begin).column;
    json["contradicts"].push_back(std::move(part));
  }
  return json;
}

Json mismatch_json(const Instance& instance, const ConformAnswer& answer) {
  const Mismatch& m = *answer.mismatch;
  const network::Source source = source_of(answer);
  Json json;
  json["line"] = m.line;
  json["column"] = source.position(m.place.begin).column;
  json["text"] = answer.line;
  json["states"] = m.states;
  json["more_states"] = m.more;
  json["with_hidden_steps"] = m.reached;
  json["possible"] = Json::array();
  for (const auto& state : m.shown) {
    json["possible"].push_back(plain_state_json(instance, state));
  }
  json["looked_at"] = m.looked_at;
  json["candidates"] = Json::array();
  for (const CandidateStep& c : m.candidates) {
    json["candidates"].push_back(candidate_json(instance, c, source));
  }
  json["not_enabled"] = Json::array();
  for (const NotEnabled& n : m.not_enabled) {
    const auto place = place_of(instance, n);
    const auto position = place.source->position(place.span.begin);
    Json part;
    part["action"] = network::step_name(instance, n.actor, n.action);
    part["reason"] = why_text(n.why);
    if (n.why == NotEnabled::Why::guard || n.why == NotEnabled::Why::fails) {
      part["part"] = part_text(instance, n);
    }
    part["line"] = position.line;
    part["column"] = position.column;
    part["states"] = n.states;
    json["not_enabled"].push_back(std::move(part));
  }
  return json;
}

}  // namespace

Json conform_json(const Opened& opened, const ConformAnswer& answer) {
  Json json;
  json["model"] = opened.name;
  json["parameters"] = parameters_json(*opened.instance);
  json["log"] = answer.log;
  json["verdict"] = answer.verdict();
  json["lines"] = answer.lines;
  json["states"] = answer.states;
  json["most_states"] = answer.most_states;
  if (answer.limit != network::Limit::none) {
    json["limit"] = network::text(answer.limit);
  }
  if (answer.mismatch && answer.limit == network::Limit::none) {
    json["mismatch"] = mismatch_json(*opened.instance, answer);
  }
  json["diagnostics"] = diagnostics_json(opened.diagnostics);
  return json;
}

}  // namespace vicinal::report::inline instances
