// SPDX-License-Identifier: MIT
// Guards: fair runs that have to go a long way round, by every method, against
// a naive evaluator of CTL*: what is fair to several actions at once, weakly
// and strongly, at places that are far apart.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "explanations.hpp"
#include "temporal_oracle.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/round_model.hpp"

namespace fairness_test {

namespace {

using namespace vicinal;
using explore::Paths;
using network::Verdict;

struct Counts {
  std::size_t models = 0, decided = 0, violated = 0;
  // Loops of ten steps and more, with three fair actions and more.
  std::size_t long_loops = 0;
  std::size_t longest = 0;
  // Models of which fairness changes an answer.
  std::size_t differ = 0;
  // Answers under global fairness, and of these violations; what it changes.
  std::size_t global = 0, global_violated = 0, global_differs = 0;
};

oracle::TemporalAnswers answers_of(const std::string& text) {
  const auto opened = test::open(text);
  INFO(opened->diagnostics.has_errors());
  REQUIRE(opened->instance);
  auto answers = oracle::temporal_answers(*opened->instance, 100);
  REQUIRE_FALSE(answers.too_large);
  REQUIRE_FALSE(answers.fails);
  return answers;
}

// Where all paths count, against the answers of the model without what it
// assumes of fairness.
oracle::TemporalAnswers compare(const std::string& text, Paths paths,
                                Counts& counts) {
  INFO(text);
  INFO("paths " << explore::text(paths));
  const auto opened = test::open(text);
  const auto answers =
      answers_of(paths == Paths::fair ? text : test::without_fairness(text));
  ++counts.models;
  for (const auto method : test::methods) {
    INFO("method " << decide::text(method));
    const auto report =
        test::checked(*opened, method, true, true, std::nullopt, paths);
    REQUIRE(report);
    CHECK_FALSE(report->error);
    for (const decide::Checked& c : report->properties) {
      INFO(opened->model->properties[c.property].name);
      test::SeenPaths seen;
      for (const decide::CheckedPart& part : c.parts) {
        if (part.why) {
          test::check_explanation(*opened, *report, *part.why, true, seen);
        }
        CHECK(part.why.has_value() ==
              (part.verdict == Verdict::violated && !part.same_as));
      }
      counts.longest = std::max(counts.longest, seen.longest_loop);
      const bool fair =
          paths == Paths::fair && opened->model->fairness.size() > 2;
      counts.long_loops += fair && seen.longest_loop >= 10 ? 1 : 0;
      REQUIRE(answers.holds[c.property]);
      ++counts.decided;
      counts.violated += c.verdict == Verdict::violated ? 1 : 0;
      if (explore::globally_fair(*opened->instance, paths)) {
        CHECK(report->method == decide::CheckMethod::plain);
        ++counts.global;
        counts.global_violated += c.verdict == Verdict::violated ? 1 : 0;
      }
      CHECK(c.verdict ==
            (*answers.holds[c.property] ? Verdict::proved : Verdict::violated));
    }
  }
  return answers;
}

void compare(const std::string& text, Counts& counts) {
  const auto fair = compare(text, Paths::fair, counts);
  const auto all = compare(text, Paths::all, counts);
  counts.differ += fair.holds != all.holds ? 1 : 0;
  const std::string assumed = "fair global;\n";
  const std::size_t at = text.find(assumed);
  if (at == std::string::npos) return;
  // Other assumptions add nothing to it, and it adds to them.
  std::string others = text;
  others.erase(at, assumed.size());
  const auto weaker = answers_of(others);
  counts.global_differs += fair.holds != weaker.holds ? 1 : 0;
  CHECK(fair.holds == answers_of(test::without_fairness(text) + assumed).holds);
}

}  // namespace

TEST_CASE("fair runs that go a long way round are found, and no others") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    INFO("seed " << seed);
    compare(random_models::round_model(seed), counts);
  }
  WARN(
      fmt::format("{} models, {} answers, {} violated; {} long loops, of {} "
                  "steps at most; {} answers under global fairness, {} "
                  "violated; {} models where it matters",
                  counts.models, counts.decided, counts.violated,
                  counts.long_loops, counts.longest, counts.global,
                  counts.global_violated, counts.global_differs));
  if (!random_models::enough_runs()) return;
  CHECK(counts.violated * 5 > counts.decided);
  CHECK(counts.violated * 5 < 4 * counts.decided);
  CHECK(counts.long_loops > runs / 2);
  CHECK(counts.differ > runs / 10);
  CHECK(counts.global > runs);
  CHECK(counts.global_violated > runs / 5);
  CHECK(counts.global_differs > runs / 50);
}

}  // namespace fairness_test
