// SPDX-License-Identifier: MIT
// Guards: whatever a run comes to is in the coverage of a local invariant, at
// every size; and what the coverage of some models says, by hand.
#include "decide/coverage/proof_coverage.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "explore/coverage/reasons.hpp"
#include "explore/search/explorer.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace proof_coverage_test {

namespace {

using namespace vicinal;
using decide::ProofCoverage;
using explore::ActionCount;
using explore::BranchCount;
using explore::CoverageCounts;
using explore::GuardPart;
using explore::ValueCount;

struct Covered {
  std::unique_ptr<decide::Opened> opened;
  decide::Report report;
  std::optional<ProofCoverage> coverage;
};

struct How {
  bool every_size = false;
  int views = 0;
  bool properties = true, model_errors = true;
};

Covered cover(const std::string& text, const How& how) {
  Covered out;
  out.opened = decide::open_model(text, "model.vic", {});
  if (!out.opened->good()) return out;
  decide::Asked asked;
  asked.every_size = how.every_size;
  if (how.properties) {
    asked.properties = decide::invariants(*out.opened->model);
  }
  asked.views = how.views;
  asked.model_errors = how.model_errors;
  network::Limits limits;
  limits.seconds = 20;
  const decide::Allowance allowance(limits);
  out.report = decide::decide(*out.opened, asked, allowance.left());
  if (!out.report.answered()) return out;
  out.coverage = decide::proof_coverage(*out.opened, out.report, allowance);
  return out;
}

// What all states of an instance show; none: there are too many.
std::optional<CoverageCounts> reached(const network::Instance& instance) {
  explore::Coverage coverage(instance);
  explore::Options how;
  how.model_errors = false;
  how.limits.work = 4000;
  how.each_state = [&](std::span<const network::Scalar> state) {
    coverage.see(state);
  };
  const auto found = explore::explore(instance, how);
  if (!found.complete || found.unsatisfiable) return std::nullopt;
  return coverage.counts();
}

struct Compared {
  std::size_t models = 0, parts = 0, exact = 0, branches = 0, values = 0;
};

void check_action(const ActionCount& run, const ActionCount& all,
                  Compared& compared) {
  if (run.enabled > 0) CHECK(all.enabled + all.open > 0);
  if (run.enabled > 0) {
    const explore::WhyNever why = explore::reason_of(all).why;
    CHECK(
        (why == explore::WhyNever::enabled || why == explore::WhyNever::open));
  }
  REQUIRE(run.parts.size() == all.parts.size());
  for (std::size_t p = 0; p < run.parts.size(); ++p) {
    const GuardPart& a = run.parts[p];
    const GuardPart& b = all.parts[p];
    INFO("part " << p);
    if (a.yes > 0) CHECK(b.yes + b.unseen > 0);
    if (a.no > 0) CHECK(b.no + b.unseen > 0);
    if (a.failed > 0) CHECK(b.failed + b.unseen > 0);
    if (a.together > 0) CHECK(b.together > 0);
    ++compared.parts;
    compared.exact += b.unseen == 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < run.branches.size(); ++i) {
    const BranchCount& a = run.branches[i];
    const BranchCount& b = all.branches[i];
    INFO("branch " << i);
    if (a.into > 0) CHECK(b.into + b.unseen > 0);
    if (a.past > 0) CHECK(b.past + b.unseen > 0);
    compared.branches += b.unseen == 0 ? 1 : 0;
  }
}

void check_value(const ValueCount& run, const CoverageCounts& all,
                 Compared& compared) {
  const auto same =
      std::ranges::find_if(all.values, [&](const ValueCount& other) {
        return other.name == run.name && other.declared == run.declared;
      });
  if (same == all.values.end()) return;  // a reference
  INFO(run.name);
  if (run.least && !same->partly) {
    REQUIRE(same->least);
    CHECK(*same->least <= *run.least);
    CHECK(*same->greatest >= *run.greatest);
  }
  for (std::size_t i = 0; i < run.counts.size(); ++i) {
    if (run.counts[i] == 0 || same->counts.empty()) continue;
    const auto value = run.bounds.low + static_cast<network::Scalar>(i);
    INFO(value);
    CHECK(!same->never(value));
    ++compared.values;
  }
}

// What runs come to is in the invariant's coverage.
void check_within(const network::Instance& instance, const CoverageCounts& all,
                  Compared& compared) {
  const auto run = reached(instance);
  if (!run) return;
  REQUIRE(run->actions.size() == all.actions.size());
  for (std::size_t a = 0; a < run->actions.size(); ++a) {
    INFO("action " << a);
    check_action(run->actions[a], all.actions[a], compared);
  }
  for (const ValueCount& value : run->values) check_value(value, all, compared);
}

const ActionCount& of(const Covered& covered, const std::string& name) {
  for (const ActionCount& count : covered.coverage->counts.actions) {
    const network::Model& model = *covered.opened->model;
    if (count.process.valid() &&
        model[count.process].actions[count.action].name == name) {
      return count;
    }
  }
  FAIL("no action " << name);
  return covered.coverage->counts.actions.front();
}

const char* const ring =
    "param n : 2.. = 3;\n"
    "enum Phase { idle, busy, gone }\n"
    "process P {\n"
    "  port left, right : inout bool;\n"
    "  var phase : Phase = idle;\n"
    "  action take when phase == idle && left {\n"
    "    left := false;\n"
    "    phase := busy;\n"
    "  }\n"
    "  action give when phase == busy {\n"
    "    if phase == busy { right := true; }\n"
    "    phase := idle;\n"
    "  }\n"
    "  action leave when phase == busy && phase == gone { phase := gone; }\n"
    "}\n"
    "network {\n"
    "  node s[n] : P;\n"
    "  edge token[n] : bool;\n"
    "  for i in 0..n-1 {\n"
    "    connect s[i].right, s[(i + 1) % n].left to token[i];\n"
    "  }\n"
    "  init exactly 1 e in token: e;\n"
    "}\n"
    "invariant here: forall a in s: a.phase != gone;\n";

}  // namespace

TEST_CASE("what runs come to is in the coverage of an instance's invariant") {
  Compared compared;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed := " << seed);
    const std::string text = seed % 2 == 0
                                 ? random_models::random_model(seed, {})
                                 : random_models::random_family(seed).text;
    INFO(text);
    for (const int views : {1, 2}) {
      // Invariants are seldom proved, and what is covered does not depend on
      // them.
      const Covered covered =
          cover(text, {.views = views, .properties = seed % 3 == 0});
      if (!covered.coverage || covered.coverage->views == 0) continue;
      if (covered.coverage->counts.limit != network::Limit::none) continue;
      INFO("views " << views);
      ++compared.models;
      check_within(*covered.opened->instance, covered.coverage->counts,
                   compared);
    }
  }
  CHECK(compared.models > count / 10);
  CHECK(compared.exact > count / 10);
  CHECK(compared.values > count / 10);
}

TEST_CASE("what runs come to is in the coverage of a family's invariant") {
  Compared compared;
  const std::uint64_t count = random_models::runs(20);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed := " << seed);
    const std::string text = random_models::random_family(seed).text;
    INFO(text);
    const Covered covered = cover(text, {.every_size = true});
    if (!covered.coverage || covered.coverage->views == 0) continue;
    if (covered.coverage->counts.limit != network::Limit::none) continue;
    ++compared.models;
    fixpoint::Samples samples;
    samples.model = &*covered.opened->model;
    fixpoint::Growth growth(*samples.model, decide::scope_of(*covered.opened),
                            5);
    for (int k = 0; k < 4; ++k) growth.more(samples);
    for (const auto& sample : samples.all) {
      INFO("nodes " << sample->instance.network.node_count());
      check_within(sample->instance, covered.coverage->counts, compared);
    }
  }
  CHECK(compared.models > count / 8);
  CHECK(compared.exact > count / 8);
  CHECK(compared.values > count / 8);
}

TEST_CASE("the invariant of single nodes, of every size") {
  const Covered covered = cover(ring, {.every_size = true});
  REQUIRE(covered.coverage);
  CHECK(covered.coverage->views == 1);
  CHECK(covered.coverage->every_size);
  const ActionCount& leave = of(covered, "leave");
  CHECK(leave.enabled == 0);
  CHECK(leave.open == 0);
  CHECK(leave.parts[1].yes == 0);
  CHECK(leave.parts[1].unseen == 0);
  CHECK(explore::reason_of(leave).why == explore::WhyNever::never_true);
  const ActionCount& give = of(covered, "give");
  CHECK(give.enabled > 0);
  CHECK(give.branches[0].into == give.enabled);
  CHECK(give.branches[0].past == 0);
  CHECK(give.branches[0].unseen == 0);
  CHECK(covered.coverage->counts.values[0].never(2));
  CHECK(!covered.coverage->counts.values[0].never(1));
}

TEST_CASE("what a larger instance may show is not said never to be") {
  // Of two nodes there is no third one; whether one is at place 2 depends on
  // the size.
  std::string text = ring;
  const std::string leave = "phase == gone {";
  text.replace(text.find(leave), leave.size(), "count(q in s: true) > 7 {");
  const Covered covered = cover(text, {.every_size = true, .views = 1});
  REQUIRE(covered.coverage);
  if (covered.coverage->views != 0) {
    const GuardPart& part = of(covered, "leave").parts[1];
    CHECK(part.unseen > 0);
    CHECK(of(covered, "leave").open > 0);
    CHECK(explore::reason_of(of(covered, "leave")).why ==
          explore::WhyNever::open);
  }
}

TEST_CASE("what a guard lets happen at other sizes is not said never to be") {
  const Covered covered = cover(R"(
    param n : 1..4 = 4;
    process P {
      var x : 0..2 = 0;
      action go when x + 1 < n { while x > 1 { x := x - 1; } }
    }
    network { node p[n] : P; }
    invariant one: 1 + 1 == 2;
  )",
                                {.every_size = true, .views = 1});
  REQUIRE(covered.coverage);
  REQUIRE(covered.coverage->views == 1);
  CHECK(of(covered, "go").open > 0);
  CHECK(of(covered, "go").branches[0].unseen > 0);
}

TEST_CASE("what lemmas or no proof decide is covered by instances") {
  std::string text = ring;
  const std::string always = "a.phase != gone";
  text.replace(text.find(always), always.size(), "a.phase == idle");
  const Covered covered =
      cover(text, {.every_size = true, .model_errors = false});
  REQUIRE(covered.coverage);
  CHECK(covered.coverage->views == 0);
  CHECK(!covered.coverage->every_size);
  CHECK(covered.coverage->explored.all.size() > 2);
  CHECK(of(covered, "take").enabled > 0);
  CHECK(of(covered, "leave").enabled == 0);
  const Covered instance = cover(text, {});
  REQUIRE(instance.coverage);
  CHECK(instance.coverage->views == 0);
  CHECK(instance.coverage->explored.all.empty());
  const auto all = reached(*instance.opened->instance);
  REQUIRE(all);
  CHECK(instance.coverage->counts.states == all->states);
}

TEST_CASE("pairs of an instance are covered with both nodes") {
  const Covered covered = cover(ring, {.views = 2});
  REQUIRE(covered.coverage);
  CHECK(covered.coverage->views == 2);
  CHECK(of(covered, "take").enabled > 0);
  CHECK(of(covered, "leave").enabled == 0);
}

}  // namespace proof_coverage_test
