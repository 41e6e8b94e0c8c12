// SPDX-License-Identifier: MIT
// Guards: temporal properties, by every method, against a naive
// evaluator of CTL*; and that what explains a violation is a run of the model,
// comes back, is fair, and does not satisfy the formula.
#include "decide/instances/checking.hpp"

#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>

#include "explanations.hpp"
#include "explore/search/replay.hpp"
#include "explore/temporal/lasso.hpp"
#include "network/language/property.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/detection/detected.hpp"
#include "symmetry/detection/named_group.hpp"
#include "temporal_oracle.hpp"
#include "tests/random/costly.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/lively_model.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/temporal.hpp"

namespace checking_test {

namespace {

using namespace vicinal;
using decide::CheckMethod;
using network::Verdict;
using test::check_explanation;
using test::checked;
using test::methods;
using test::open;

struct Seen {
  std::size_t decided = 0, violated = 0, failing = 0, reduced = 0, relative = 0,
              with_guards = 0, relaxed = 0, tracked = 0, wide = 0, pairs = 0,
              detected = 0, given = 0, all_paths = 0, images = 0, global = 0;
  test::SeenPaths paths;
};

void look_at(const decide::Checked& c, const decide::CheckReport& report,
             bool holds, const decide::Opened& opened, Seen& seen) {
  const std::string& name = opened.model->properties[c.property].name;
  ++seen.decided;
  seen.wide += name == "wide" ? 1 : 0;
  seen.violated += c.verdict == Verdict::violated ? 1 : 0;
  CHECK(c.verdict == (holds ? Verdict::proved : Verdict::violated));
  const bool qs = report.method == CheckMethod::qs;
  const bool alike = !report.graphs[c.parts.front().graph].alike.empty();
  if (qs && alike) ++seen.reduced;
  if (report.method == CheckMethod::aqs) ++seen.relative;
  if (report.method == CheckMethod::gqs && !report.guarded.empty()) {
    ++seen.with_guards;
  }
  seen.relaxed += report.relaxed.empty() ? 0 : 1;
  // Where exchanges of separate blocks are not all of the symmetry.
  const bool refers =
      opened.source->text().find("turn : id") != std::string::npos;
  if (qs && name.starts_with("pair") && refers && !report.tracked.empty())
    ++seen.pairs;
}

// Where all paths count, the answers are those of the model without what it
// assumes of fairness.
oracle::TemporalAnswers answers_of(const std::string& text,
                                   std::size_t most_states) {
  const auto opened = open(text);
  REQUIRE(opened->instance);
  return oracle::temporal_answers(*opened->instance, most_states);
}

// A generator or two of what is detected, as somebody might write them.
std::string some_group(const network::Instance& instance, std::uint64_t seed) {
  std::string why_not;
  const auto found = symmetry::detect(instance, {}, {}, why_not);
  if (!found || !found->why_not.empty()) return {};
  std::string text;
  std::size_t number = seed;
  for (const auto& g : symmetry::named_group(*found).generators) {
    if (number++ % 3 != 0) text += symmetry::text(g) + "\n";
  }
  return text;
}

struct ByMethod {
  CheckMethod method = CheckMethod::automatic;
  std::optional<symmetry::Way> group = {};
  std::optional<decide::NamedText> given = {};
};

// Orbits also of groups that are found in other ways, or were given.
std::vector<ByMethod> ways_of(const network::Instance& instance,
                              std::uint64_t seed) {
  std::vector<ByMethod> ways;
  for (const CheckMethod method : methods) ways.push_back({method});
  ways.push_back({CheckMethod::qs, seed % 2 == 0 ? symmetry::Way::detected
                                                 : symmetry::Way::larger});
  const std::string written = some_group(instance, seed);
  if (!written.empty()) {
    ways.push_back({CheckMethod::automatic, std::nullopt,
                    decide::NamedText{"group.txt", written}});
  }
  return ways;
}

void look_at(std::uint64_t seed, const std::string& text, Seen& seen,
             std::size_t most_states = 100) {
  INFO("seed " << seed << "\n" << text);
  auto opened = open(text);
  REQUIRE(opened->instance);
  const auto paths = seed % 5 == 1 ? explore::Paths::all : explore::Paths::fair;
  const bool all = paths == explore::Paths::all;
  const auto answers =
      answers_of(all ? test::without_fairness(text) : text, most_states);
  if (answers.too_large) return;
  seen.global += explore::globally_fair(*opened->instance, paths) ? 1 : 0;
  seen.all_paths += all && !opened->model->fairness.empty() ? 1 : 0;
  for (const auto& [method, group, given] : ways_of(*opened->instance, seed)) {
    INFO((given ? given->text : ""));
    const auto report = checked(*opened, method, seed % 3 != 0, seed % 4 != 0,
                                group, paths, given);
    if (given) {
      CHECK_FALSE(opened->diagnostics.has_errors());
      CHECK((!report || report->method != CheckMethod::gqs));
    }
    if (!report) {  // no initial state
      CHECK(answers.states == 0);
      continue;
    }
    INFO("method " << decide::text(method) << (group ? ", another group" : ""));
    for (const decide::CheckGraph& g : report->graphs) {
      seen.detected += group && g.alike.empty() && g.order != "1" ? 1 : 0;
      seen.given += given && g.order != "1" ? 1 : 0;
    }
    seen.tracked += report->tracked.empty() ? 0 : 1;
    if (answers.fails) {
      seen.failing += method == CheckMethod::plain ? 1 : 0;
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
      for (const decide::CheckedPart& part : c.parts) {
        if (part.why) {
          check_explanation(*opened, *report, *part.why, true, seen.paths);
        }
        CHECK(part.why.has_value() ==
              (part.verdict == Verdict::violated && !part.same_as));
        seen.images += part.same_as ? 1 : 0;
      }
      // What is decided before an error is met does not depend on it.
      if (c.verdict == Verdict::unknown) {
        CHECK((report->error || report->limit == network::Limit::overflow));
      } else if (answers.holds[c.property]) {
        look_at(c, *report, *answers.holds[c.property], *opened, seen);
      }
    }
  }
}

TEST_CASE("temporal properties hold where a naive evaluator says so") {
  Seen seen;
  const std::uint64_t runs = random_models::costly_runs(1500);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const std::string model = random_models::exchange_model(seed);
    look_at(seed, model + random_models::temporal_claims(seed, model), seen);
  }
  // What is rare does not turn up in few runs.
  if (runs < 1000) return;
  CHECK(seen.decided > runs);
  CHECK(seen.violated * 4 > seen.decided);
  CHECK(seen.failing > 0);
  CHECK(seen.reduced > 20);
  CHECK(seen.relative > 20);
  CHECK(seen.with_guards > 20);
  CHECK(seen.relaxed > 20);
  CHECK(seen.tracked > 20);
  CHECK(seen.wide > runs);
  CHECK(seen.detected > 20);
  CHECK(seen.given > 20);
  CHECK(seen.all_paths > 20);
  CHECK(seen.global > 20);
  CHECK(seen.images > 20);
  CHECK(seen.paths.nested > 5);
  CHECK(seen.paths.ends * 10 > seen.paths.lassos);
  CHECK(seen.paths.ends * 10 < 9 * seen.paths.lassos);
}

// A formula that is the same when two processes change places, although its
// parts are not, is a part of what the symmetry has to respect.
TEST_CASE("temporal properties of models that a reference goes around in") {
  Seen seen;
  const std::uint64_t runs = random_models::runs(120);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    std::string text = random_models::lively_model(seed);
    text += random_models::temporal_claims(seed, text);
    random_models::Dice dice(seed);
    for (const char* name : {"pair_a", "pair_b", "pair_c"}) {
      text += random_models::pair_claim(dice, name);
    }
    look_at(seed, text, seen, 200);
  }
  if (runs < 100) return;
  CHECK(seen.decided > runs);
  CHECK(seen.violated * 5 > seen.decided);
  CHECK(seen.tracked > 20);
  CHECK(seen.pairs > 20);
}

// Two states, and a step between them each way; one that is never taken.
const std::string swing = R"(
shared x : bool = false;
rule up when !x { x := true; }
rule down when x { x := false; }
rule stay when x { skip; }
fair weak down;
)";

network::Trace run_of(const network::Instance& instance,
                      const std::vector<std::uint32_t>& rules) {
  network::Trace trace;
  trace.initial = {0};
  std::vector<network::Scalar> state = trace.initial;
  const network::Steps steps(instance);
  for (const std::uint32_t rule : rules) {
    network::StepList list;
    steps.enabled_of(network::NodeId::none(), rule, state.data(), list);
    REQUIRE(list.steps.size() == 1);
    steps.apply(list, list.steps[0], state.data());
    trace.events.push_back({network::NodeId::none(), rule, {}, state, {}});
  }
  return trace;
}

// In a step, in a guard, in a formula.
TEST_CASE("an int that leaves 64 bits is a limit, and no error") {
  const std::string process =
      "process P { var t : int = 9223372036854775807; var b : bool = false;\n"
      "  action f when !b { b := true; } ";
  const std::string pair = "}\nnetwork { node p[2] : P; }\n";
  const std::vector<std::string> models = {
      process + pair +
          "rule g(q in p) when q.t > 0 priority index(q) { q.t := q.t + 1; }\n"
          "ctl c: AG {p[0].t > 0};\n",
      process + "action u when b && t + 1 > 0 { b := false; } " + pair +
          "ctl c: EF {p[0].b && p[1].b};\n",
      process + pair + "ctl c: EF {p[0].b && p[0].t + 1 > 0};\n"};
  for (const std::string& text : models) {
    INFO(text);
    for (const CheckMethod method : methods) {
      INFO("method " << decide::text(method));
      const auto opened = open(text);
      REQUIRE(opened->instance);
      const auto report = checked(*opened, method, true);
      REQUIRE(report);
      CHECK(report->limit == network::Limit::overflow);
      CHECK_FALSE(report->error);
      REQUIRE(report->properties.size() == 1);
      CHECK(report->properties[0].verdict == Verdict::unknown);
    }
  }
}

std::optional<std::string> wrong_loop(const network::Instance& instance,
                                      const network::Trace& run,
                                      std::size_t loop) {
  return explore::wrong_loop(instance, run, loop, explore::Paths::fair);
}

TEST_CASE("a condition that fails is of its own property only") {
  const std::string process =
      "process P { var x : 0..3 = 0; var t : int = 9223372036854775807;\n"
      "  action a when x < 3 { x := x + 1; } }\nnetwork { node p[2] : P; }\n";
  const std::string held = "ltl holds: G {p[0].x <= 3};\n";
  const std::string not_held = "ctl not_held: AG {p[1].x < 3};\n";
  for (const std::string failing :
       {"ltl f: G {6 / p[1].x > 0};\n", "ltl f: G {p[0].t + p[1].x > 0};\n"}) {
    for (const CheckMethod method : methods) {
      INFO(failing << decide::text(method));
      const auto opened = open(process + held + failing + not_held);
      REQUIRE(opened->instance);
      const auto report = checked(*opened, method, true);
      REQUIRE(report);
      REQUIRE(report->properties.size() == 3);
      CHECK(report->properties[0].verdict == Verdict::proved);
      CHECK(report->properties[1].verdict == Verdict::unknown);
      CHECK(report->properties[2].verdict == Verdict::violated);
    }
  }
}

TEST_CASE("a run that repeats comes back, and is fair") {
  auto weak = open(swing + "fair strong stay;\n");
  auto none = open(swing.substr(0, swing.find("fair")));
  const network::Instance& fair = *weak->instance;
  const network::Instance& unfair = *none->instance;
  CHECK_FALSE(wrong_loop(fair, run_of(fair, {0, 2, 1}), 0));
  CHECK(wrong_loop(fair, run_of(fair, {0, 1}), 0));  // stay
  CHECK(wrong_loop(fair, run_of(fair, {0, 2}), 1));  // down
  CHECK_FALSE(wrong_loop(unfair, run_of(unfair, {0, 1}), 0));
  CHECK_FALSE(wrong_loop(unfair, run_of(unfair, {0, 2}), 1));
  CHECK(wrong_loop(unfair, run_of(unfair, {0, 2}), 0));
  CHECK(wrong_loop(unfair, run_of(unfair, {0}), 1));  // it can go on
  CHECK(wrong_loop(unfair, run_of(unfair, {0}), 2));
  const auto globally = open(swing + "fair global;\n");
  const network::Instance& every = *globally->instance;
  CHECK(wrong_loop(every, run_of(every, {0, 1}), 0));  // stay is a way, too
  CHECK_FALSE(wrong_loop(every, run_of(every, {0, 2, 1}), 0));
  // Where all paths count, no run is unfair, and it has to come back still.
  const auto any = explore::Paths::all;
  CHECK_FALSE(explore::wrong_loop(fair, run_of(fair, {0, 1}), 0, any));
  CHECK_FALSE(explore::wrong_loop(fair, run_of(fair, {0, 2}), 1, any));
  CHECK(explore::wrong_loop(fair, run_of(fair, {0, 2}), 0, any));
  auto ends =
      open("shared x : bool = false;\nrule up when !x { x := true; }\n");
  CHECK_FALSE(wrong_loop(*ends->instance, run_of(*ends->instance, {0}), 1));
}

// By every method, the same answer.
void check_answer(const std::string& text, const std::string& verdict) {
  INFO(text);
  auto opened = open(text);
  REQUIRE(opened->good());
  for (const CheckMethod method : methods) {
    for (const bool decompose : {false, true}) {
      const auto report = checked(*opened, method, decompose);
      REQUIRE(report.has_value());
      for (const auto& p : report->properties) {
        INFO(decide::text(method));
        CHECK(network::text(p.verdict) == verdict);
      }
    }
  }
}

// What may be taken again and again is not always enabled.
const std::string now_and_then = R"(
  shared x : 0..2 = 0;
  rule up when x == 0 { x := 1; }
  rule down when x == 1 { x := 0; }
  rule out when x == 1 { x := 2; }
)";

TEST_CASE("weak and strong fairness differ") {
  const std::string claim = "ltl out: F {x == 2};\n";
  check_answer(now_and_then + "fair weak out;\n" + claim, "violated");
  check_answer(now_and_then + "fair strong out;\n" + claim, "proved");
}

// The fair action is taken where a search first gets to a state of the loop.
TEST_CASE("what is taken on the way into a loop is taken in the loop") {
  check_answer(R"(
    shared x : 0..2 = 0;
    rule a when x < 2 { x := x + 1; }
    rule b when x == 1 { x := 0; }
    fair weak a;
    ltl out: F {x == 2};
  )",
               "violated");
}

// Two states of one orbit, a and b: the run that goes on in two ways by turns
// takes one at a and the other at b for ever.
TEST_CASE("a run takes every way from each state, not from each orbit") {
  const std::string model = R"(
    shared mode : 0..2 = 0;
    process P { var here : bool; }
    network { node p[2] : P; }
    init exactly 1 i in p: i.here;
    rule go(u in p, v in p, k in 1..2) when u != v && u.here && mode == 0 {
      u.here := false; v.here := true; mode := k;
    }
    rule back when mode != 0 { mode := 0; }
    ltl never: !(G ({mode == 1} => X X {mode == 2})
                 && G ({mode == 2} => X X {mode == 1}));
  )";
  check_answer(model, "violated");
  check_answer(model + "fair strong go; fair strong back;\n", "violated");
  check_answer(model + "fair global;\n", "proved");
}

TEST_CASE("what holds at once need not be put off") {
  check_answer(R"(
    shared x : bool = true;
    rule stay when x { skip; }
    ltl never: !(G (F {x} && X F {x}));
  )",
               "violated");
}

// Sets of sixteen things that do not hold would be 65,536 in one state.
TEST_CASE("many things at once are said of four states") {
  const std::string model =
      "shared x : 0..3 = 0;\nrule a { x := (x + 1) % 4; }\n";
  for (const char* part :
       {"G {x != k + 100}", "({x != 3 || k > 2} W {x == k + 100})",
        "({x < k + 100} R {x < 4})", "X {x == 1}", "G F {x == k % 4}",
        "F {x == k / 16}"}) {
    const std::string last =
        fmt::format("ltl g: exists k in 0..59: {};\n", part);
    check_answer(model + last, "proved");
    check_answer(model + "ltl h: forall k in 0..59: {x < 4} && " + part + ";\n",
                 std::string(part).find("k > 2") == std::string::npos
                     ? "proved"
                     : "violated");
    check_answer(model + "ltl g: !(exists k in 0..59: " + part + ");\n",
                 "violated");
  }
}

// Who is first goes first: a run in which the second does is forbidden, though
// priorities are the only thing that tells them apart.
TEST_CASE("runs that priorities forbid do not count") {
  const std::string model = R"(
    enum Phase { idle, trying, inside }
    process P {
      var at : Phase = trying;
      action leave when at == inside { at := idle; }
    }
    network { node p[2] : P; }
    rule enter(q in p) when q.at == trying && (forall r in p: r.at != inside)
      priority -index(q) { q.at := inside; }
  )";
  check_answer(model + R"(
    ctlstar second: E (F {p[1].at == inside} && G {p[0].at == trying});
    ctl early: E ({p[0].at == trying} U {p[1].at == inside});
  )",
               "violated");
  check_answer(model + R"(
    ctlstar first: E (F {p[0].at == inside} && X G {p[0].at != trying});
    ctlstar both: A (F {p[1].at == inside} || G {p[0].at == inside});
  )",
               "proved");
}

// Who is second never enters, though guards are the only thing that tells them
// apart; the greater priority of one that may not enter counts nothing.
TEST_CASE("runs that guards forbid do not count") {
  const std::string model = R"(
    enum Phase { idle, trying, inside }
    process P {
      var at : Phase = trying;
      action leave when at == inside { at := idle; }
    }
    network { node p[3] : P; }
    rule enter(q in p) when q.at == trying && index(q) != 2
      priority index(q) { q.at := inside; }
  )";
  check_answer(model + R"(
    ctl second: EF {p[2].at == inside};
    ctl early: E ({p[1].at == trying} U {p[0].at == inside});
  )",
               "violated");
  check_answer(model + R"(
    ctl first: AF {p[1].at == inside};
    ctl later: EF {p[0].at == inside};
    ltl waits: G {p[2].at == trying};
    ctl stuck: EF (AG {p[0].at == idle && p[1].at == idle});
  )",
               "proved");
  // Priorities tell nobody apart here.
  check_answer(R"(
    process P {
      var inside : bool = false;
      var eager : bool = false;
      action hurry when !eager { eager := true; }
    }
    network { node p[3] : P; }
    rule enter(q in p) when !q.inside && index(q) != 2
      priority (if q.eager then 1 else 0) { q.inside := true; }
    ctl others: AG ({p[2].eager && (forall i in 0..1: !p[i].eager && !p[i].inside)}
      => EX {p[0].inside});
  )",
               "proved");
}

// Nothing need be fair to a rule that its guard forbids on the whole way.
TEST_CASE("what guards forbid is not enabled") {
  const std::string model = R"(
    process P { var x : bool = false; action flip { x := !x; } }
    network { node p[3] : P; }
    shared taken : bool = false;
    shared open : bool = false;
    rule take(q in p) when !taken && index(q) == 1 && open {
      taken := true;
      q.x := true;
    }
    rule unlock when !open { open := true; }
  )";
  check_answer(model + "fair weak take;\nltl t: F {taken};\n", "violated");
  check_answer(model + "fair strong take;\nltl t: F {taken};\n", "violated");
}

// Atoms, and formulas within a formula, are not asked where only they lead.
TEST_CASE("where forbidden edges lead nothing is evaluated") {
  const std::string model = R"(
    process P { var x : bool = false; }
    network { node p[3] : P; }
    shared k : 0..2 = 0;
    rule go(q in p) when !q.x && index(q) == 0 { q.x := true; k := k + 1; }
  )";
  check_answer(model + "ltl a: G {6 / (2 - k) > 0};\n", "proved");
  check_answer(model + R"(
    rule back(q in p) when q.x { q.x := false; k := 0; }
    ctlstar d: A (G F (forall q in p: E (F {!q.x && 6 / (2 - k) > 0})));
  )",
               "proved");
}

// Of two processes one moves: what is said of it is not said of the other.
TEST_CASE("formulas within a formula keep their processes") {
  const std::string model = R"(
    enum S { a, b }
    shared done : bool = false;
    process P {
      var s : S = a;
      action go when s == a && !done { s := b; done := true; }
    }
    network { node p[2] : P; }
  )";
  check_answer(model + R"(
    ctlstar other: A (F G {p[0].s == b} => F A G {p[1].s == a});
    ctlstar same: E (F (A G {p[0].s == a}) && F {p[1].s == b});
    ctlstar this: E (F (A G {p[0].s == b}) && G {p[1].s == a});
    ctl far: EF ({p[0].s == b} && AG {p[1].s == a});
  )",
               "proved");
  check_answer(model + R"(
    ctlstar same: E (F (A G {p[0].s == a}) && F G {p[0].s == b} && F {p[1].s == a});
    ctlstar other: E (F (A G {p[0].s == b}) && F {p[1].s == b});
    ctlstar never: E (F (A G {p[1].s == b}) && F (A G {p[0].s == b}));
    ctl far: EF ({p[0].s == b} && EF {p[1].s == b} && {p[1].s == a});
  )",
               "violated");
}

}  // namespace

// Each names one node: of the rotation nothing is left for it.
TEST_CASE("of a group that is given formulas use what respects their atoms") {
  auto opened = open(R"(
process P {
  port left, right : inout bool;
  var phase : bool = false;
  action go when left { left := false; right := true; }
  action flip { phase := !phase; }
}
network {
  node s[3] : P;
  edge t[3] : bool;
  for i in 0..2 { connect s[i].right, s[(i + 1) % 3].left to t[i]; }
  init exactly 1 e in t: e;
}
ctl zero: EF {s[0].phase && !s[1].phase && !s[2].phase};
ctl one: EF {s[1].phase && !s[2].phase && !s[0].phase};
ctl two: EF {s[2].phase && !s[0].phase && !s[1].phase};
ctl some: EF {exactly 1 i in s: i.phase};
)");
  REQUIRE(opened->instance);
  const auto report =
      checked(*opened, CheckMethod::automatic, true, true, std::nullopt,
              explore::Paths::fair, decide::NamedText{"g", "(s[0] s[1] s[2])"});
  REQUIRE(report);
  std::set<std::string> orders;
  for (const decide::Checked& c : report->properties) {
    CHECK(c.verdict == Verdict::proved);
    for (const decide::CheckedPart& part : c.parts) {
      orders.insert(report->graphs[part.graph].order);
    }
  }
  CHECK(orders == std::set<std::string>{"1", "3"});
}

TEST_CASE("a limit that comes before a group is judged is one of the check") {
  auto opened = open(R"(
process P { var x : bool = false; action a { x := !x; } }
network { node p[3000] : P; }
ctl both: EF {forall i in p: i.x};
)");
  REQUIRE(opened->instance);
  const std::atomic<bool> stopped = true;
  decide::Checking checking;
  checking.properties = {0};
  checking.limits.stop = &stopped;
  checking.given = decide::NamedText{"g", "(p[0] p[1])"};
  const auto report = decide::check_instance(*opened, checking);
  REQUIRE(report);
  CHECK(!opened->diagnostics.has_errors());
  CHECK(report->limit == network::Limit::interrupted);
  CHECK(report->properties.at(0).verdict == Verdict::unknown);
}

// 2^40 of them, which take more than any time.
TEST_CASE("initial states are states that a limit counts") {
  auto opened = open(R"(
process P { var x : bool; action flip when x { x := false; } }
network { node p[40] : P; }
ltl ends: forall i in p: F G {!i.x};
)");
  REQUIRE(opened->instance);
  decide::Checking checking;
  checking.properties = {0};
  checking.method = CheckMethod::plain;
  checking.limits.work = 100;
  checking.limits.seconds = 30;
  const auto report = decide::check_instance(*opened, checking);
  REQUIRE(report);
  CHECK(report->limit == network::Limit::work);
}

}  // namespace checking_test
