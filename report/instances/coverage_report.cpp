// SPDX-License-Identifier: MIT
// Places are those of the text that the user wrote, in whichever language.
#include "report/instances/coverage_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "explore/coverage/reasons.hpp"
#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline instances {

using explore::ActionCount;
using explore::BranchCount;
using explore::CoverageCounts;
using explore::GuardPart;
using explore::ValueCount;
using network::Model;
using network::Span;

namespace {

// Texts and places of one model, as the reader knows it.
class Shown {
 public:
  explicit Shown(const network::Instance& instance)
      : instance_(instance), model_(*instance.model) {}

  network::Position position(Span span) const {
    const network::Place place = model_.source->place(span);
    return place.source->position(place.span.begin);
  }

  // "12:30"
  std::string place(Span span) const {
    const network::Position at = position(span);
    return fmt::format("{}:{}", at.line, at.column);
  }

  std::string text(Span span) const {
    const network::Place place = model_.source->place(span);
    return printable(one_line(place.source->text(place.span)));
  }

  const network::Action& action(const ActionCount& count) const {
    return count.process.valid() ? model_[count.process].actions[count.action]
                                 : model_.rules[count.action];
  }

  std::string name(const ActionCount& count) const {
    const std::string& name = action(count).name;
    return count.process.valid() ? model_[count.process].name + "." + name
                                 : name;
  }

  Span span(const GuardPart& part) const { return model_[part.expr].span; }

  // What decides which way it goes: a condition, or the head of a `for`.
  Span span(const BranchCount& branch) const {
    const network::Stmt& s = model_[branch.statement];
    if (s.condition.valid()) return model_[s.condition].span;
    return network::cover(model_.binders[s.binders.begin].span,
                          model_.binders[s.binders.end - 1].span);
  }

  std::string value(const ValueCount& count, network::Scalar value) const {
    return network::value_text(instance_, count.type, {&value, 1});
  }

  // Of values that are counted one by one: those that never were.
  std::vector<std::string> missing(const ValueCount& count) const {
    std::vector<std::string> names;
    if (count.partly) return names;
    for (std::size_t i = 0; i < count.counts.size(); ++i) {
      if (count.counts[i] > 0) continue;
      names.push_back(
          value(count, count.bounds.low + static_cast<network::Scalar>(i)));
    }
    return names;
  }

 private:
  const network::Instance& instance_;
  const Model& model_;
};

// Empty: it is enabled somewhere, or may be.
std::string reason_text(const Shown& shown, const ActionCount& count) {
  const explore::Reason reason = explore::reason_of(count);
  const auto part = [&] {
    const Span span = shown.span(count.parts[reason.part]);
    return fmt::format("'{}' ({})", shown.text(span), shown.place(span));
  };
  switch (reason.why) {
    case explore::WhyNever::enabled:
    case explore::WhyNever::open:
      break;
    case explore::WhyNever::no_choice:
      return "there is nobody, or nothing to choose, for it";
    case explore::WhyNever::never_true:
      return part() + " is never true";
    case explore::WhyNever::not_together:
      return part() + " is never true where all that stands before it is";
    case explore::WhyNever::fails:
      return "its priority fails wherever its guard holds";
  }
  return "";
}

Json position_json(const network::Position& at) {
  Json json;
  json["line"] = at.line;
  json["column"] = at.column;
  return json;
}

Json part_json(const Shown& shown, const GuardPart& part) {
  Json json = position_json(shown.position(shown.span(part)));
  json["text"] = shown.text(shown.span(part));
  json["depth"] = part.depth;
  json["true"] = part.yes;
  json["false"] = part.no;
  if (part.failed > 0) json["failed"] = part.failed;
  if (part.unseen > 0) json["unseen"] = part.unseen;
  return json;
}

Json action_json(const Shown& shown, const ActionCount& count) {
  Json json;
  json["name"] = shown.name(count);
  json.update(position_json(shown.position(shown.action(count).span)));
  json["choices"] = count.choices;
  json["enabled"] = count.enabled;
  json["held_back"] = count.held_back;
  json["failed"] = count.failed;
  if (count.open > 0) json["unseen"] = count.open;
  if (const std::string reason = reason_text(shown, count); !reason.empty()) {
    json["reason"] = reason;
  }
  json["guard"] = Json::array();
  for (const GuardPart& part : count.parts) {
    json["guard"].push_back(part_json(shown, part));
  }
  json["branches"] = Json::array();
  for (const BranchCount& branch : count.branches) {
    Json b = position_json(shown.position(shown.span(branch)));
    b["text"] = shown.text(shown.span(branch));
    b["into"] = branch.into;
    b["past"] = branch.past;
    if (branch.unseen > 0) b["unseen"] = branch.unseen;
    json["branches"].push_back(std::move(b));
  }
  return json;
}

Json value_json(const Shown& shown, const ValueCount& count) {
  Json json;
  json["variable"] = count.name;
  json.update(position_json(shown.position(count.declared)));
  if (count.partly) json["unseen"] = true;
  if (count.counts.empty()) {
    if (count.least) json["least"] = shown.value(count, *count.least);
    if (count.greatest) json["greatest"] = shown.value(count, *count.greatest);
    return json;
  }
  json["values"] = Json::object();
  for (std::size_t i = 0; i < count.counts.size(); ++i) {
    const auto value = count.bounds.low + static_cast<network::Scalar>(i);
    json["values"][shown.value(count, value)] = count.counts[i];
  }
  return json;
}

// "       14:22  phase == thinking           432 true, 1178 false"
std::string counts_line(const std::string& place, const std::string& text,
                        std::size_t indent, const std::string& counts) {
  const std::string head =
      fmt::format("  {:>8}  {}{}", place, std::string(indent, ' '), text);
  // A long text has the counts on a line of its own.
  constexpr std::size_t column = 56;
  if (head.size() > column) {
    return fmt::format("{}\n{:{}}  {}\n", head, "", column, counts);
  }
  return fmt::format("{:<{}}  {}\n", head, column, counts);
}

// Of whole states everything is seen.
std::string unseen_text(std::uint64_t times) {
  return times == 0 ? "" : fmt::format(", {} not seen", times);
}

std::string counts_text(const Shown& shown, const ActionCount& count) {
  std::string counts = fmt::format("enabled {}x", count.enabled);
  if (count.held_back > 0)
    counts += fmt::format(", held back {}x", count.held_back);
  if (count.failed > 0) counts += fmt::format(", failed {}x", count.failed);
  counts += unseen_text(count.open);
  std::string text = counts_line(shown.place(shown.action(count).span),
                                 shown.name(count), 0, counts);
  for (const GuardPart& part : count.parts) {
    std::string values = fmt::format("{} true, {} false", part.yes, part.no);
    if (part.failed > 0) values += fmt::format(", {} failed", part.failed);
    values += unseen_text(part.unseen);
    const Span span = shown.span(part);
    text += counts_line(shown.place(span), shown.text(span), 2 + 2 * part.depth,
                        values);
  }
  for (const BranchCount& branch : count.branches) {
    const Span span = shown.span(branch);
    text += counts_line(shown.place(span), shown.text(span), 2,
                        fmt::format("{} into, {} past{}", branch.into,
                                    branch.past, unseen_text(branch.unseen)));
  }
  return text;
}

std::string seen_values_text(const Shown& shown, const ValueCount& count) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count.counts.size(); ++i) {
    const auto value = count.bounds.low + static_cast<network::Scalar>(i);
    words.push_back(
        fmt::format("{} {}x", shown.value(count, value), count.counts[i]));
  }
  if (count.counts.empty() && count.least) {
    words.push_back(fmt::format("{} to {}", shown.value(count, *count.least),
                                shown.value(count, *count.greatest)));
  }
  if (count.partly) words.emplace_back("others not seen");
  for (std::size_t i = 0; i + 1 < words.size(); ++i) words[i] += ",";
  const std::string head =
      fmt::format("  {:>8}  {}: ", shown.place(count.declared), count.name);
  return wrapped(head, words, 14) + "\n";
}

void add_never(const Shown& shown, const ActionCount& count,
               std::string& text) {
  const std::string name = shown.name(count);
  if (const std::string reason = reason_text(shown, count); !reason.empty()) {
    text += fmt::format("  {:>8}  {}: {}\n",
                        shown.place(shown.action(count).span), name, reason);
    return;
  }
  for (const BranchCount& branch : count.branches) {
    if (branch.unseen > 0 || (branch.into > 0 && branch.past > 0)) continue;
    const Span span = shown.span(branch);
    const char* way = branch.into + branch.past == 0 ? "is never reached"
                      : branch.into == 0             ? "is never entered"
                                                     : "is never passed by";
    text += fmt::format("  {:>8}  '{}' in {} {}\n", shown.place(span),
                        shown.text(span), name, way);
  }
}

// What never was is of the states that were counted, which need not be all.
std::string never_text(const Shown& shown, const CoverageCounts& coverage,
                       const std::string& never) {
  if (coverage.states == 0) return {};
  std::string text;
  for (const ActionCount& count : coverage.actions) {
    add_never(shown, count, text);
  }
  for (const ValueCount& count : coverage.values) {
    const std::vector<std::string> missing = shown.missing(count);
    if (missing.empty()) continue;
    text +=
        fmt::format("  {:>8}  {} is never {}\n", shown.place(count.declared),
                    count.name, fmt::join(missing, ", "));
  }
  if (text.empty()) return {};
  return coverage.limit == network::Limit::none
             ? never + text
             : "never in these states, which are not all:\n" + text;
}

}  // namespace

Json coverage_json(const network::Instance& instance,
                   const CoverageCounts& coverage) {
  const Shown shown(instance);
  Json json;
  json["states"] = coverage.states;
  if (coverage.limit != network::Limit::none) {
    json["limit"] = network::text(coverage.limit);
  }
  json["actions"] = Json::array();
  for (const ActionCount& count : coverage.actions) {
    json["actions"].push_back(action_json(shown, count));
  }
  json["values"] = Json::array();
  for (const ValueCount& count : coverage.values) {
    json["values"].push_back(value_json(shown, count));
  }
  return json;
}

std::string coverage_text(const network::Instance& instance,
                          const CoverageCounts& coverage,
                          const CoverageScope& scope) {
  const Shown shown(instance);
  std::string text =
      fmt::format("coverage, of {} state{}{}:\n{}", coverage.states,
                  coverage.states == 1 ? "" : "s", scope.of, scope.note);
  if (coverage.limit != network::Limit::none) {
    text += fmt::format("not of all: {}\n", limit_text(coverage.limit));
  }
  for (const ActionCount& count : coverage.actions) {
    text += counts_text(shown, count);
  }
  return text + covered_values_text(instance, coverage, scope);
}

std::string covered_values_text(const network::Instance& instance,
                                const CoverageCounts& coverage,
                                const CoverageScope& scope) {
  const Shown shown(instance);
  std::string text;
  if (!coverage.values.empty()) text += "values:\n";
  for (const ValueCount& count : coverage.values) {
    text += seen_values_text(shown, count);
  }
  return text + never_text(shown, coverage, scope.never);
}

std::vector<CoveredPart> covered_parts(const network::Instance& instance,
                                       const CoverageCounts& coverage) {
  const Shown shown(instance);
  std::vector<CoveredPart> parts;
  const auto add = [&](Span span, std::string text, std::uint64_t yes,
                       std::uint64_t no, std::uint64_t unseen) {
    parts.push_back({shown.position(span), std::move(text), yes, no, unseen});
  };
  for (const ActionCount& count : coverage.actions) {
    add(shown.action(count).span, shown.name(count), count.enabled,
        count.choices - std::min(count.choices, count.enabled + count.open),
        count.open);
    for (const GuardPart& part : count.parts) {
      const Span span = shown.span(part);
      add(span, shown.text(span), part.yes, part.no, part.unseen);
    }
    for (const BranchCount& branch : count.branches) {
      const Span span = shown.span(branch);
      add(span, shown.text(span), branch.into, branch.past, branch.unseen);
    }
  }
  return parts;
}

}  // namespace vicinal::report::inline instances
