// SPDX-License-Identifier: MIT
#include "report/proof/lasso_text.hpp"

#include <fmt/format.h>

#include "report/words/render.hpp"
#include "report/words/trace_text.hpp"

namespace vicinal::report::inline proof {

using decide::CheckReport;
using explore::Explanation;
using network::Instance;

std::string formula_text(const Instance& instance, const CheckReport& report,
                         explore::FormulaId formula) {
  return explore::text(instance, report.formulas, report.atoms, formula);
}

std::string formula_line(const Instance& instance, const CheckReport& report,
                         explore::FormulaId formula) {
  return printable(one_line(formula_text(instance, report, formula)));
}

std::string lasso_text(const explore::Graph::Lifted& path) {
  const std::size_t steps = path.trace.events.size();
  if (path.ends) {
    return fmt::format("{}, where it ends", steps_count(steps));
  }
  if (path.loop == 0) {
    return fmt::format("by a run of {} step{} that repeats for ever", steps,
                       steps == 1 ? "" : "s");
  }
  return fmt::format("{}, from step {} on for ever", steps_count(steps),
                     path.loop + 1);
}

namespace {

Json lasso_json(const Instance& instance, const explore::Graph::Lifted& path) {
  Json json = trace_json(instance, path.trace);
  if (path.loop != SIZE_MAX) json["loop"] = path.loop;
  return json;
}

std::string shifted(const std::string& text, std::size_t by) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && c != '\n') out += std::string(by, ' ');
    out += c;
    begins = c == '\n';
  }
  return out;
}

}  // namespace

std::string violation_text(const Instance& instance, const CheckReport& report,
                           const Explanation& why) {
  std::string text;
  if (why.path) text += trace_text(instance, why.path->trace);
  for (const auto& part : why.parts) {
    std::string head = why.path ? part.at == 0
                                      ? "at the start "
                                      : fmt::format("after step {} ", part.at)
                                : "";
    head += formula_line(instance, report, part.why.formula);
    head += part.why.holds ? " holds" : " does not hold";
    if (part.why.path) head += ": " + lasso_text(*part.why.path).substr(3);
    text += "  " + head + "\n";
    text += shifted(violation_text(instance, report, part.why), 2);
  }
  return text;
}

Json violation_json(const Instance& instance, const CheckReport& report,
                    const Explanation& why) {
  Json json;
  json["formula"] = formula_text(instance, report, why.formula);
  json["holds"] = why.holds;
  if (why.path) json["trace"] = lasso_json(instance, *why.path);
  if (why.parts.empty()) return json;
  json["because"] = Json::array();
  for (const auto& part : why.parts) {
    Json child = violation_json(instance, report, part.why);
    if (why.path) child["after"] = part.at;
    json["because"].push_back(std::move(child));
  }
  return json;
}

Json first_run_json(const Instance& instance, const Explanation& why) {
  if (why.path) return lasso_json(instance, *why.path);
  for (const auto& part : why.parts) {
    if (part.at != 0) continue;
    Json run = first_run_json(instance, part.why);
    if (run.contains("loop")) return run;
  }
  return trace_json(instance, {why.state, {}, {}});
}

}  // namespace vicinal::report::inline proof
