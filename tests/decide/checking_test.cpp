// SPDX-License-Identifier: MIT
// Guards: temporal properties, on all states and on orbits, against a naive
// evaluator of CTL*; and that what explains a violation is a run of the model,
// comes back, is fair, and does not satisfy the formula.
#include "decide/checking.hpp"

#include <catch2/catch.hpp>

#include "decide/asked.hpp"
#include "explore/search/replay.hpp"
#include "explore/temporal/lasso.hpp"
#include "network/language/property.hpp"
#include "temporal_oracle.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/temporal.hpp"

namespace {

using namespace vicinal;
using decide::CheckMethod;
using decide::CheckReport;
using decide::Opened;
using explore::Explanation;
using explore::Kind;
using network::Verdict;

const std::vector<CheckMethod> methods = {CheckMethod::plain, CheckMethod::qs,
                                          CheckMethod::automatic};

std::unique_ptr<Opened> open(const std::string& text) {
  auto opened = decide::open_model(text, "model.vic", {});
  if (opened->good()) decide::elaborate(*opened);
  return opened;
}

std::optional<CheckReport> checked(Opened& opened, CheckMethod method) {
  decide::Checking checking;
  checking.properties = decide::temporal_properties(*opened.model);
  checking.method = method;
  return decide::check_instance(opened, checking);
}

struct Seen {
  std::size_t lassos = 0, nested = 0, ends = 0;
};

// Down to the atoms: each path is what it is said to be.
void check_explanation(const Opened& opened, const CheckReport& report,
                       const Explanation& why, bool initial, Seen& seen) {
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
    seen.ends += run.ends ? 1 : 0;
    CHECK(run.trace.initial == why.state);
    if (initial) {
      const auto wrong = explore::replay(instance, run.trace);
      INFO(wrong.value_or(""));
      CHECK_FALSE(wrong);
    }
    const auto wrong = explore::wrong_loop(instance, run.trace, run.loop);
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

TEST_CASE("temporal properties hold where a naive evaluator says so") {
  std::size_t decided = 0, violated = 0, failing = 0, reduced = 0;
  Seen seen;
  const std::uint64_t runs = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string model = random_models::exchange_model(seed);
    const std::string text =
        model + random_models::temporal_claims(seed, model);
    INFO("seed " << seed << "\n" << text);
    auto opened = open(text);
    REQUIRE(opened->instance);
    const auto answers = oracle::temporal_answers(*opened->instance, 100);
    if (answers.too_large) continue;
    for (const CheckMethod method : methods) {
      const auto report = checked(*opened, method);
      if (!report) {  // no initial state
        CHECK(answers.states == 0);
        continue;
      }
      INFO("method " << decide::text(method));
      if (answers.fails) {
        failing += method == CheckMethod::plain ? 1 : 0;
      } else {
        CHECK_FALSE(report->error);
      }
      if (report->error) {
        const auto wrong = explore::replay(*opened->instance, *report->error);
        INFO(wrong.value_or(""));
        CHECK_FALSE(wrong);
      }
      for (const decide::Checked& c : report->properties) {
        INFO(opened->model->properties[c.property].name);
        if (c.why) {
          check_explanation(*opened, *report, *c.why, true, seen);
        }
        CHECK(c.why.has_value() == (c.verdict == Verdict::violated));
        // What is decided before an error is met does not depend on it.
        if (c.verdict == Verdict::unknown) {
          CHECK(report->error);
          continue;
        }
        if (!answers.holds[c.property]) continue;
        ++decided;
        violated += c.verdict == Verdict::violated ? 1 : 0;
        CHECK(c.verdict == (*answers.holds[c.property] ? Verdict::proved
                                                       : Verdict::violated));
        if (method == CheckMethod::qs && c.group_order != "1") ++reduced;
      }
    }
  }
  // What is rare does not turn up in few runs.
  if (runs < 100) return;
  CHECK(decided > runs);
  CHECK(violated * 4 > decided);
  CHECK(failing > 0);
  CHECK(reduced > 20);
  CHECK(seen.nested > 5);
  CHECK(seen.ends * 10 > seen.lassos);
  CHECK(seen.ends * 10 < 9 * seen.lassos);
}

}  // namespace
