// SPDX-License-Identifier: MIT
#include "report/machines/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/words/trace_text.hpp"

namespace vicinal::report::inline machines {

namespace {

constexpr std::size_t most_steps = 30;  // of a run, in a sentence

// "by a run of 2 steps: s[0].want, s[0].enter"
std::string run_text(const network::Instance& instance,
                     const network::Trace& run) {
  std::vector<std::string> steps;
  for (const network::Event& e : run.events) {
    if (steps.size() == most_steps) {
      steps.emplace_back("...");
      break;
    }
    steps.push_back(step_text(instance, e.actor, e.action, e.binding));
  }
  const std::string length = run_length(run);
  return steps.empty() ? length
                       : fmt::format("{}: {}", length, fmt::join(steps, ", "));
}

std::string violation_text(const network::Instance* instance,
                           const network::Trace* run) {
  if (instance == nullptr) return "is violated";
  const std::string sizes = parameters_text(*instance);
  std::string text = "is violated";
  if (!sizes.empty()) text += " at " + sizes;
  if (run != nullptr) text += " " + run_text(*instance, *run);
  return text;
}

}  // namespace

Finding finding(const Opened& opened, const std::string& name,
                network::Verdict verdict, const network::Instance* instance,
                const network::Trace* run) {
  Finding out;
  out.name = name;
  out.verdict = verdict;
  out.file = opened.name;
  const std::string what =
      verdict == network::Verdict::violated ? violation_text(instance, run)
      : verdict == network::Verdict::proved
          ? "is proved"
          : "is not proved, and no run is known that violates it";
  out.detail = fmt::format("'{}' {}", name, what);
  const network::Model& model = *opened.model;
  const auto property =
      std::find_if(model.properties.begin(), model.properties.end(),
                   [&](const network::Property& p) { return p.name == name; });
  if (property != model.properties.end()) {
    out.place = model.source->place(property->span);
  } else if (run != nullptr && run->error) {
    out.place = model.source->place(run->error->span);
    out.detail += ": " + std::string(network::error_text(run->error->kind));
  }
  return out;
}

}  // namespace vicinal::report::inline machines
