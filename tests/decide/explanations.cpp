// SPDX-License-Identifier: MIT
// Runs are replayed, and formulas are judged on them, by what is not the
// checker.
#include "explanations.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "decide/question/asked.hpp"
#include "explore/search/replay.hpp"
#include "explore/temporal/lasso.hpp"

namespace vicinal::test {

using decide::CheckMethod;
using decide::CheckReport;
using decide::Opened;
using explore::Explanation;
using explore::Kind;

const std::vector<CheckMethod> methods = {CheckMethod::plain, CheckMethod::qs,
                                          CheckMethod::aqs, CheckMethod::gqs,
                                          CheckMethod::automatic};

std::unique_ptr<Opened> open(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  if (opened->good()) decide::elaborate(*opened);
  return opened;
}

std::optional<CheckReport> checked(Opened& opened, CheckMethod method,
                                   bool decompose, bool track,
                                   std::optional<symmetry::Way> group,
                                   explore::Paths paths,
                                   std::optional<decide::NamedText> given) {
  decide::Checking checking;
  checking.properties = decide::temporal_properties(*opened.model);
  checking.method = method;
  checking.decompose = decompose;
  checking.track = track;
  checking.group = group;
  checking.paths = paths;
  checking.given = std::move(given);
  return decide::check_instance(opened, checking);
}

std::string without_fairness(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::string rest;
  while (std::getline(lines, line)) {
    if (!line.starts_with("fair ")) rest += line + "\n";
  }
  return rest;
}

void check_explanation(const Opened& opened, const CheckReport& report,
                       const Explanation& why, bool initial, SeenPaths& seen) {
  const network::Instance& instance = *opened.instance;
  INFO(explore::text(instance, report.formulas, report.atoms, why.formula));
  const explore::Formula f = report.formulas[why.formula];
  const bool path_formula =
      f.kind == Kind::exists_path || f.kind == Kind::for_all_paths;
  if (!path_formula) {
    // A state that repeats: formulas of states hold there or do not.
    const network::Trace here{why.state, {}, {}};
    const auto value = explore::holds_on(instance, here, 0, report.formulas,
                                         report.atoms, why.formula);
    if (value) CHECK(*value == why.holds);
    if (!value) CHECK_FALSE(why.parts.empty());
  }
  CHECK(why.path.has_value() ==
        (path_formula && why.holds == (f.kind == Kind::exists_path)));
  if (why.path) {
    const auto& run = *why.path;
    ++seen.lassos;
    if (!run.ends) {
      seen.longest_loop =
          std::max(seen.longest_loop, run.trace.length() - run.loop);
    }
    seen.ends += run.ends ? 1 : 0;
    CHECK(run.trace.initial == why.state);
    if (initial) {
      const auto wrong = explore::replay(instance, run.trace);
      INFO(wrong.value_or(""));
      CHECK_FALSE(wrong);
    }
    const auto wrong =
        explore::wrong_loop(instance, run.trace, run.loop, report.paths);
    INFO(wrong.value_or(""));
    CHECK_FALSE(wrong);
    if (!wrong) {
      const auto value =
          explore::holds_on(instance, run.trace, run.loop, report.formulas,
                            report.atoms, f.first);
      if (value) CHECK(*value == why.holds);
    }
  }
  for (const auto& part : why.parts) {
    if (why.path) {
      ++seen.nested;
      REQUIRE(part.at < why.path->states.size());
      CHECK(part.why.state == why.path->states[part.at]);
      CHECK(part.why.holds);
    } else {
      CHECK(part.why.state == why.state);
      CHECK(part.why.holds == why.holds);
    }
    check_explanation(opened, report, part.why, initial && part.at == 0, seen);
  }
}

}  // namespace vicinal::test
