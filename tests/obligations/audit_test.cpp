// SPDX-License-Identifier: MIT
// Guards: no obligation holds in vain. Of random models every obligation that
// Z3 finds unsatisfiable is audited; what speaks of nothing has its reason; a
// contradiction that is put in is found, and printed.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <variant>

#include "obligations/audit.hpp"
#include "tests/obligations/asserting.hpp"
#include "tests/obligations/proving.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace audit_test {

namespace {

using namespace vicinal;
using namespace vicinal::obligations;

Request with_parts() {
  Request request;
  request.parts = true;
  return request;
}

struct Counts {
  int models = 0, obligations = 0, satisfied = 0, undecided = 0;
  std::map<std::string, int> impossible;

  std::string text() const {
    std::string out = fmt::format(
        "{} models, {} obligations hold, {} of something, {} "
        "undecided",
        models, obligations, satisfied, undecided);
    for (const auto& [why, times] : impossible) {
      out += fmt::format("; {}: {}", why, times);
    }
    return out;
  }
};

// The obligations that hold.
std::vector<Obligation> held(const std::string& text) {
  const obligations_test::Proof proof =
      obligations_test::proof_of(text, with_parts());
  std::vector<Obligation> out;
  for (std::size_t i = 0; i < proof.list.size(); ++i) {
    if (proof.judged[i].answer == Answer::unsat) out.push_back(proof.list[i]);
  }
  return out;
}

void audit_model(const std::string& text, Counts& counts) {
  const std::vector<Obligation> list = held(text);
  ++counts.models;
  counts.obligations += static_cast<int>(list.size());
  const std::vector<Audited> all = audit(list, 1'000'000);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].vacuity == Vacuity::none) ++counts.satisfied;
    if (all[i].vacuity == Vacuity::undecided) ++counts.undecided;
    if (all[i].vacuity == Vacuity::impossible) ++counts.impossible[all[i].why];
    if (all[i].vacuity == Vacuity::contradictory) {
      FAIL_CHECK(list[i].name << " holds in vain:\n" << all[i].why << text);
    }
  }
}

void audit_models(std::uint64_t usual,
                  const std::function<std::string(std::uint64_t)>& text) {
  Counts counts;
  const std::uint64_t last = random_models::runs(usual);
  for (std::uint64_t seed = 1; seed <= last; ++seed) {
    INFO("seed " << seed);
    audit_model(obligations_test::with_assertions(text(seed), seed), counts);
  }
  WARN(counts.text());
  // Of a handful of models most may speak of nothing.
  CHECK(counts.satisfied * 4 + 40 >= counts.obligations);
  CHECK(counts.undecided * 50 <= counts.obligations + 50);
}

// Why the obligation of this name speaks of nothing.
std::string why(const std::string& model, const std::string& name) {
  const std::vector<Obligation> list = held(model);
  const std::vector<Audited> all = audit(list);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (list[i].name == name) return all[i].why;
  }
  return "no such obligation holds";
}

std::string acting(const std::string& action, const std::string& claims) {
  return "param n : 1.. = 2; process P { var x : 0..3 = 0; action a " + action +
         " } network { node p[n] : P; node one : P; } " + claims;
}

}  // namespace

TEST_CASE("what holds of nothing has a reason", "[part1]") {
  const std::string low = "assert low: forall i in p: i.x <= 1;";
  CHECK(why(acting("when x < 1 { x := x + 1; }", low), "step low: p.a at i") ==
        "");
  CHECK(why(acting("when x > 2 { x := 0; }", low), "step low: p.a at i") ==
        "the step is never enabled there");
  CHECK(why(acting("{ x := 7; }", low), "step low: p.a at i") ==
        "the step fails wherever it is enabled");
  CHECK(why(acting("{ x := 0; }", "assert no: forall i in p: i.x == i.x + 1;"),
            "step no: p.a at i") == "no state that is meant has such members");
  CHECK(
      why(acting("{ x := 0; }", "assert nobody: forall v in 3..2: one.x == 1;"),
          "step nobody: p.a") == "there are no such members");
}

TEST_CASE("facts that contradict each other are found, and printed",
          "[part1]") {
  std::vector<Obligation> list = held(acting(
      "when x < 1 { x := x + 1; }", "assert low: forall i in p: i.x <= 1;"));
  int steps = 0;
  for (Obligation& o : list) {
    if (o.name != "step low: p.a at i") continue;
    ++steps;
    const std::string wrong =
        "(assert (<= |size n| 7))\n(assert (<= 9 |size n|))\n";
    o.text.insert(o.text.find("; conclusion"), wrong);
    REQUIRE(o.parts.size() == 4);
    std::string& whole = o.parts.back().text;
    whole.insert(whole.find("(check-sat)"), wrong);
    const Audited a = audit({o}).at(0);
    CHECK(a.vacuity == Vacuity::contradictory);
    CHECK(a.why == "(<= |size n| 7)\n(<= 9 |size n|)\n");
  }
  CHECK(steps == 1);
}

TEST_CASE("obligations of random families do not hold in vain", "[part1]") {
  audit_models(16, [](std::uint64_t seed) {
    return random_models::random_family(seed).text;
  });
}

TEST_CASE("obligations of families of the whole language do not either",
          "[part2]") {
  audit_models(30, [](std::uint64_t seed) {
    return random_models::whole_family(seed).text;
  });
}

TEST_CASE("nor do those of random models", "[part3]") {
  audit_models(16, [](std::uint64_t seed) {
    return seed % 2 == 0 ? random_models::symmetric_model(seed / 2)
                         : random_models::random_model(seed / 2, {});
  });
}

}  // namespace audit_test
