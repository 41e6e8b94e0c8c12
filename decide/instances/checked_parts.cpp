// SPDX-License-Identifier: MIT
// A property is proved if all its parts are, and violated if one of them is.
#include "decide/instances/checked_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace vicinal::decide::inline instances {

using explore::FormulaId;
using network::Limit;
using network::Verdict;

CheckReport not_begun(const Checking& checking, Limit limit) {
  CheckReport report;
  report.method = checking.method;
  report.paths = checking.paths;
  for (const std::size_t p : checking.properties) {
    report.properties.push_back({p, Verdict::unknown, {}, {}});
  }
  report.limit = limit;
  return report;
}

namespace {

std::optional<FormulaId> ground_formula(const network::Instance& instance,
                                        CheckReport& report, Checked& checked) {
  const network::Property& property =
      instance.model->properties[checked.property];
  try {
    return explore::ground(instance, property, report.formulas, report.atoms);
  } catch (const explore::StateInRange&) {
    checked.reason =
        "the range of a quantifier around a temporal operator depends on the "
        "state";
  } catch (const network::ModelError& e) {
    checked.reason = fmt::format("the range of a quantifier fails ({})",
                                 network::error_text(e.kind));
  }
  return std::nullopt;
}

void settle_property(const CheckReport& report, Checked& c) {
  if (!c.reason.empty()) return;
  const auto is = [&](Verdict v) {
    return [v](const CheckedPart& p) { return p.verdict == v; };
  };
  if (std::ranges::any_of(c.parts, is(Verdict::violated))) {
    c.verdict = Verdict::violated;
    return;
  }
  if (!c.parts.empty() && std::ranges::all_of(c.parts, is(Verdict::proved))) {
    c.verdict = Verdict::proved;
    return;
  }
  const auto said = std::ranges::find_if(
      c.parts, [](const CheckedPart& p) { return !p.reason.empty(); });
  if (said != c.parts.end()) {
    c.reason = said->reason;
  } else if (report.limit == Limit::none) {
    c.reason = "a model error is reachable";
  } else {
    c.reason =
        fmt::format("a limit was reached ({})", network::text(report.limit));
  }
}

}  // namespace

void split(const network::Instance& instance, bool decompose,
           std::size_t property, CheckReport& report) {
  Checked& checked = report.properties[property];
  const auto whole = ground_formula(instance, report, checked);
  if (!whole) return;
  const auto formulas = decompose ? explore::decomposed(report.formulas, *whole)
                                  : std::vector{*whole};
  for (const FormulaId part : formulas) {
    CheckedPart& p = checked.parts.emplace_back();
    p.formula = part;
  }
}

void settle(CheckReport& report) {
  for (Checked& c : report.properties) settle_property(report, c);
}

}  // namespace vicinal::decide::inline instances
