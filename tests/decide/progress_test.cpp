// SPDX-License-Identifier: MIT
// Guards: what a rank proves for every size holds in small instances, where a
// naive evaluator of CTL* looks at all fair runs; and its certificate is
// accepted.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "decide/decide.hpp"
#include "temporal_oracle.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/progress_family.hpp"
#include "tests/random/random_model.hpp"

namespace progress_test {

namespace {

using namespace vicinal;
using network::Verdict;

struct Counts {
  std::size_t families = 0, refused = 0, proved = 0, false_ones = 0;
  std::size_t instances = 0;
  std::map<std::string, std::size_t> proved_with;
};

// What `prove` says; none: the front end refuses it.
std::optional<Verdict> proved(const std::string& text) {
  const auto opened = decide::open_model(text, "model.vic", {});
  if (!opened->good()) return std::nullopt;
  decide::Asked question;
  question.every_size = true;
  question.progress = decide::ranked_properties(*opened->model);
  const auto report = decide::decide(*opened, question, {});
  if (!report.family) return std::nullopt;
  return report.family->answers.back().verdict;
}

// Whether the property holds in each instance of up to three nodes.
bool holds(const std::string& text, Counts& counts) {
  for (int n = 0; n <= 3; ++n) {
    const auto loaded = random_models::load(text, fmt::format("n={}", n));
    if (!loaded.instance) continue;
    const auto answers = oracle::temporal_answers(*loaded.instance, 400);
    if (answers.too_large) break;
    ++counts.instances;
    for (std::size_t p = 0; p < answers.holds.size(); ++p) {
      if (answers.holds[p] && !*answers.holds[p]) return false;
    }
  }
  return true;
}

void look(std::uint64_t seed, Counts& counts) {
  const auto family = random_models::progress_family(seed);
  INFO("seed := " << seed << "\n" << family.text);
  const auto verdict = proved(family.text);
  if (!verdict) {
    ++counts.refused;
    return;
  }
  ++counts.families;
  const bool good = holds(family.text, counts);
  if (!good) ++counts.false_ones;
  if (*verdict != Verdict::proved) return;
  ++counts.proved;
  for (const std::string& tag : family.tags) ++counts.proved_with[tag];
  CHECK(good);
}

}  // namespace

TEST_CASE("what ranks prove holds on all fair runs of small instances") {
  Counts counts;
  const std::uint64_t runs = random_models::runs(240);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) look(seed, counts);
  std::string tags;
  for (const auto& [tag, count] : counts.proved_with) {
    tags += fmt::format(" {} {}", tag, count);
  }
  WARN(
      fmt::format("{} families and {} refused, {} proved, {} false; {} "
                  "instances; proved although spoiled:{}",
                  counts.families, counts.refused, counts.proved,
                  counts.false_ones, counts.instances, tags));
  if (!random_models::enough_runs()) return;
  CHECK(counts.proved * 4 > counts.families);
  CHECK(counts.false_ones * 16 > counts.families);
  CHECK(counts.refused * 4 < runs);
}

TEST_CASE("a step that fails ends its run, and nothing comes about") {
  const std::string good = R"(
param n : 1.. = 2;
process P {
  var x : 0..3 = 2;
  action down when x > 0 { x := x - 2; }
}
network { node s[n] : P; }
fair weak P.down;
ltl served: forall i in s: F {i.x == 0};
rank for served (i in s): i.x by P.down of i when i.x > 0;
)";
  CHECK(proved(good) == Verdict::proved);
  std::string failing = good;
  failing.replace(failing.find("= 2;\n  action"), 4, "= 3;");
  CHECK(proved(failing) == Verdict::unknown);
}

}  // namespace progress_test
