// SPDX-License-Identifier: MIT
// Guards: known answers of the examples (design 9), shortest traces that
// replay, deadlocks, model errors, limits, and what never fired or is vacuous.
#include "explore/search/explorer.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "explore/search/replay.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"

namespace explorer_test {

namespace {

using namespace vicinal;
using network::Limit;
using network::Verdict;
using random_models::Loaded;

Loaded load(const std::string& text, const std::string& sizes = "") {
  Loaded loaded = random_models::load(text, sizes);
  INFO(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  return loaded;
}

Loaded example(const std::string& name, const std::string& sizes) {
  std::ifstream file(VICINAL_SOURCE_DIR "/examples/" + name + ".vic");
  std::stringstream text;
  text << file.rdbuf();
  return load(text.str(), sizes);
}

explore::Options all(const Loaded& loaded) {
  explore::Options options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    const auto kind = loaded.model->properties[p].kind;
    if (kind == network::ast::PropertyKind::invariant) {
      options.properties.push_back(p);
    }
  }
  return options;
}

// Every trace replays.
explore::Exploration run(const Loaded& loaded,
                         const explore::Options& options) {
  auto found = explore::explore(*loaded.instance, options);
  for (const auto& p : found.properties) {
    CHECK((p.verdict() == Verdict::violated) == p.trace.has_value());
    if (!p.trace) continue;
    const auto wrong = explore::replay(*loaded.instance, *p.trace);
    INFO(p.name << ": " << wrong.value_or(""));
    CHECK(!wrong);
  }
  return found;
}

const explore::PropertyResult& property(const explore::Exploration& found,
                                        const std::string& name) {
  for (const auto& p : found.properties) {
    if (p.name == name) return p;
  }
  FAIL("no property " << name);
  return found.properties.front();
}

struct Known {
  const char* name;
  const char* sizes;
  std::uint64_t states, transitions, depth, deadlocks;
};

}  // namespace

TEST_CASE("a search that stays near 0") {
  const Loaded loaded = load(R"(
    process P {
      var x : int = 0;
      action up { x := x + 2; }
      action down { x := x - 1; }
    }
    network { node p : P; }
    invariant small: p.x < 100;
  )");
  explore::Options how;
  how.properties = {0};
  how.integers_within = 3;
  std::vector<network::Scalar> values;
  how.each_state = [&](std::span<const network::Scalar> state) {
    values.push_back(state[0]);
  };
  const auto result = explore::explore(*loaded.instance, how);
  std::sort(values.begin(), values.end());
  CHECK(values ==
        std::vector<network::Scalar>{-4, -3, -2, -1, 0, 1, 2, 3, 4, 5});
  CHECK_FALSE(result.complete);
  CHECK(result.properties[0].verdict() == network::Verdict::unknown);
}

// Numbers that may begin anywhere: x, and y, which is no `int`.
TEST_CASE("a search that begins near 0") {
  struct Case {
    const char* start;
    std::uint64_t states;  // initial ones, no other is reached
    bool left_out;
    network::Verdict small, near;  // x < 3, x < 2
  };
  using enum network::Verdict;
  const std::vector<Case> cases = {
      {"x != 0", 4 * 10, true, unknown, violated},
      {"x >= -1 && x <= 2", 4 * 10, false, proved, violated},
      {"x >= -1 && x <= 1", 3 * 10, false, proved, proved},
      {"x <= 1", 4 * 10, true, unknown, unknown},
      {"x > 5", 0, true, unknown, unknown},
      {"p.y > 9", 0, false, unknown, unknown},
  };
  for (const Case& c : cases) {
    INFO(c.start);
    const Loaded loaded = load(fmt::format(R"(
      shared x : int;
      process P {{ var y : 0..9; action stay {{ skip; }} }}
      network {{ node p : P; }}
      init {};
      invariant small: x < 3;
      invariant near: x < 2;
    )",
                                           c.start));
    explore::Options how;
    how.properties = {0, 1};
    how.starts_within = 2;
    const auto result = explore::explore(*loaded.instance, how);
    CHECK(result.initial_states == c.states);
    CHECK(result.states == c.states);
    CHECK(result.starts_left_out == c.left_out);
    CHECK(result.complete != c.left_out);
    CHECK(result.unsatisfiable == (c.states == 0 && !c.left_out));
    CHECK(result.properties[0].verdict() == c.small);
    CHECK(result.properties[1].verdict() == c.near);
  }
}

// Of what nothing reads one value is enough; the condition may say which.
TEST_CASE("a search with one start for all that nothing tells apart") {
  struct Case {
    const char* init;
    std::uint64_t starts, fewer;
  };
  const std::vector<Case> cases = {
      {"true", 4 * 4 * 4 * 4 * 4, 4 * 4},
      {"forall i in p: i.x == i.idle", 4 * 4 * 4, 4 * 4},
      {"forall i in p: i.x == 0 && i.idle > 1", 2 * 2 * 4, 1},
      {"forall i in p: i.x <= 1 && i.idle < i.x", 4, 1},
      {"forall i in p: i.x == 0; init spare < p[0].idle", 3 * 2 * 4, 1},
      {"forall i in p: i.idle > 3", 0, 0},
  };
  for (const Case& c : cases) {
    INFO(c.init);
    const Loaded loaded = load(fmt::format(R"(
      shared spare : 0..3;
      process P {{
        var idle : 0..3; var x : 0..3;
        action up when x < 2 {{ x := x + 1; idle := x; }}
      }}
      network {{ node p[2] : P; }}
      init {};
      invariant low: forall i in p: i.x < 3;
      invariant lower: forall i in p: i.x < 2;
    )",
                                           c.init));
    explore::Options how;
    how.properties = {0, 1};
    const auto all = explore::explore(*loaded.instance, how);
    how.unread_once = true;
    const auto once = explore::explore(*loaded.instance, how);
    CHECK(all.initial_states == c.starts);
    CHECK(once.initial_states == c.fewer);
    CHECK(once.complete);
    CHECK_FALSE(once.starts_left_out);
    CHECK(once.unsatisfiable == all.unsatisfiable);
    for (std::size_t p = 0; p < how.properties.size(); ++p) {
      CHECK(once.properties[p].verdict() == all.properties[p].verdict());
    }
  }
}

// Of each process, and shared, two things that are written and that nothing
// reads; an initial condition speaks of one.
std::string with_unread(std::uint64_t seed) {
  std::string text = random_models::random_model(seed, {.flat = seed % 2 == 0});
  const auto behind = [&text](const std::string& word,
                              const std::string& more) {
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + 1)) {
      const std::size_t brace = text.find('{', at);
      text.insert(brace + 1, more);
    }
  };
  behind("\nprocess ", " var idle_a : 0..2; var idle_b : bool[2]; ");
  if (seed % 3 != 0) behind("  action ", " idle_a := 1; idle_b[0] := true; ");
  text += "shared idle_s : 0..2;\ninit idle_s > 0;\n";
  return text;
}

TEST_CASE("what nothing reads is of no matter in random models") {
  std::uint64_t fewer = 0, violated = 0, proved = 0;
  for (std::uint64_t seed = 1; seed <= random_models::runs(120); ++seed) {
    const std::string text = with_unread(seed);
    INFO("seed := " << seed << "\n" << text);
    const Loaded loaded = load(text);
    explore::Options how = all(loaded);
    how.deadlock_is_violation = true;
    how.limits.work = 100'000;
    const auto every = run(loaded, how);
    if (!every.complete) continue;
    how.unread_once = true;
    const auto once = run(loaded, how);
    REQUIRE(once.complete);
    CHECK(once.unsatisfiable == every.unsatisfiable);
    CHECK((once.deadlocks > 0) == (every.deadlocks > 0));
    CHECK(once.unfired.size() == every.unfired.size());
    CHECK(once.vacuous == every.vacuous);
    REQUIRE(once.properties.size() == every.properties.size());
    fewer += once.initial_states < every.initial_states ? 1 : 0;
    for (std::size_t p = 0; p < once.properties.size(); ++p) {
      const auto& one = once.properties[p];
      const auto& other = every.properties[p];
      CHECK(one.verdict() == other.verdict());
      if (one.trace && other.trace) {
        CHECK(one.trace->length() == other.trace->length());
      }
      (one.verdict() == Verdict::proved ? proved : violated) += 1;
    }
  }
  CAPTURE(fewer, proved, violated);
  CHECK(fewer * 2 > random_models::runs(120));
  CHECK(proved > 0);
  CHECK(violated > 0);
}

TEST_CASE("known answers") {
  const std::vector<Known> table = {
      {"token-ring", "n=2", 12, 18, 3, 0},
      {"token-ring", "n=3", 36, 72, 4, 0},
      {"token-ring", "n=6", 576, 2016, 7, 0},
      {"philosophers", "n=6", 1297, 4968, 20, 1},
      {"philosophers-abstract", "n=5", 1744, 5560, 7, 2},
      {"readers-writers", "readers=2 writers=1", 22, 65, 5, 0},
      {"readers-writers", "readers=3 writers=2", 140, 608, 8, 0},
      {"test-and-set", "n=6", 256, 1536, 7, 0},
      {"star", "n=4", 80, 224, 6, 0},
      {"torus", "w=3 h=3", 34, 126, 3, 0},
      {"bounded-channel", "", 16, 24, 9, 0},
      {"bounded-channel", "capacity=5", 24, 40, 11, 0},
      {"controller", "n=6 classes=3", 316, 528, 9, 0},
      {"controller", "n=6 classes=2", 388, 624, 9, 0},
      {"token-circulation", "n=3", 192, 288, 0, 0},
      {"token-circulation", "n=5", 5120, 12800, 0, 0},
      {"workers", "", 11, 32, 2, 0},
  };
  for (const Known& k : table) {
    INFO(k.name << " " << k.sizes);
    const Loaded loaded = example(k.name, k.sizes);
    const auto found = run(loaded, all(loaded));
    CHECK(found.complete);
    CHECK(found.limit == Limit::none);
    CHECK(found.states == k.states);
    CHECK(found.transitions == k.transitions);
    CHECK(found.depth == k.depth);
    CHECK(found.deadlocks == k.deadlocks);
    for (const auto& p : found.properties) {
      INFO(p.name);
      CHECK(p.verdict() == Verdict::proved);
    }
  }
}

TEST_CASE("the towers of Hanoi are solved in the fewest moves") {
  for (const int discs : {3, 6}) {
    const Loaded loaded = example("hanoi", "discs=" + std::to_string(discs));
    const auto found = run(loaded, all(loaded));
    const auto& solution = property(found, "unsolved");
    REQUIRE(solution.trace);
    CHECK(solution.trace->length() == (1U << discs) - 1);
    CHECK(property(found, "live").verdict() == Verdict::proved);
  }
}

TEST_CASE("a broken mutex breaks in four steps") {
  const Loaded loaded = example("mutex-broken", "n=4");
  const auto found = run(loaded, all(loaded));
  REQUIRE(property(found, "mutex").trace);
  CHECK(property(found, "mutex").trace->length() == 4);
  CHECK(property(found, "no model error").verdict() == Verdict::proved);
}

TEST_CASE("a deadlock is a violation if it is asked for") {
  const Loaded loaded = example("philosophers", "n=3");
  auto options = all(loaded);
  CHECK(run(loaded, options).properties.size() == 2);
  options.deadlock_is_violation = true;
  const auto found = run(loaded, options);
  const auto& deadlock = property(found, "deadlock");
  REQUIRE(deadlock.trace);
  CHECK(deadlock.trace->length() == 3);  // each takes the first fork
}

TEST_CASE("a failing step ends a trace; the run goes on past it") {
  const Loaded loaded = load(R"(
shared x : 0..3 = 0;
shared y : 0..5 = 0;
rule up { x := x + 1; }
rule stay when x == 3 && y < 5 { y := y + 1; }
invariant seen: y < 5;
)");
  const auto found = run(loaded, all(loaded));
  CHECK(found.states == 9);        // 0..3, then y = 1..5
  CHECK(found.transitions == 14);  // `up` of each, failing ones too
  CHECK(found.deadlocks == 0);
  const auto& error = property(found, "no model error");
  REQUIRE(error.trace);
  CHECK(error.trace->length() == 4);
  REQUIRE(error.trace->events.back().error);
  CHECK(error.trace->events.back().error->kind ==
        network::ErrorKind::out_of_range);
  CHECK(error.trace->events.back().after.empty());
  CHECK_FALSE(error.trace->error);
  CHECK(property(found, "seen").trace->length() == 8);
}

TEST_CASE("errors of guards, priorities and properties belong to a state") {
  const std::string counter = "shared x : 0..5 = 0;\n";
  const auto length = [&](const std::string& text) {
    const Loaded loaded = load(counter + text);
    const auto found = run(loaded, all(loaded));
    const auto& error = property(found, "no model error");
    REQUIRE(error.trace);
    CHECK(error.trace->error.has_value());
    return error.trace->length();
  };
  CHECK(length("rule r when x < 5 && 6 / (3 - x) > -9 { x := x + 1; }") == 3);
  CHECK(length("rule r when x < 5 priority 1 / (2 - x) { x := x + 1; }") == 2);
  CHECK(length("rule r when x < 5 { x := x + 1; } "
               "invariant p: 1 / (4 - x) < 9;") == 4);
  CHECK(length("rule r(i in 0..4, j in 0..6 / (i - 4)) when x < 5 "
               "{ x := x + 1; }") == 0);
  // A guard that fails does not enable: a deadlock.
  const Loaded loaded = load(counter + "rule r when 1 / x == 1 { x := 1; }");
  const auto found = run(loaded, all(loaded));
  CHECK(found.deadlocks == 1);
  CHECK(found.transitions == 0);
  CHECK(found.unfired.size() == 1);
}

TEST_CASE("of errors at different distances the shortest is reported") {
  // A failing step from the last state of a level is found after a state of
  // the next level whose property fails, and before the level is done.
  const Loaded loaded = load(R"(
shared x : 0..9 = 0;
rule jump when x == 0 { x := 9; }
rule walk when x < 3 { x := x + 1; }
rule fail when x == 2 { x := -1; }
invariant p: 1 / (3 - x) < 5;
)");
  const auto found = run(loaded, all(loaded));
  REQUIRE(property(found, "no model error").trace);
  CHECK(property(found, "no model error").trace->length() == 3);
  CHECK(property(found, "p").outcome == explore::Outcome::undefined);
  CHECK_FALSE(property(found, "p").trace);

  // Here the guard fails in a state at distance 1, a step from the first
  // state (distance 1, too) comes first in the search.
  const Loaded tie = load(R"(
shared x : 0..2 = 0;
rule a when x == 0 { x := 1; }
rule b when x == 0 { x := 2; }
rule c when x == 1 { x := 3; }
rule d when 1 / (2 - x) > 5 { x := 0; }
)");
  const auto second = run(tie, all(tie));
  REQUIRE(property(second, "no model error").trace);
  CHECK(property(second, "no model error").trace->length() == 1);
}

TEST_CASE("a priority fires only the greatest, an error among them or not") {
  const Loaded loaded = load(R"(
shared x : 0..9 = 0;
rule r(v in 0..9) when x == 0 && v != 9 priority 12 / (v - 3) { x := v; }
)");
  const auto found = run(loaded, all(loaded));
  CHECK(found.transitions == 1);  // v = 4: 12 / 1
  CHECK(found.states == 2);
  REQUIRE(property(found, "no model error").trace);  // v = 3
  CHECK(property(found, "no model error").trace->length() == 0);
}

TEST_CASE("overflow of int is a limit, of other numbers an error") {
  const std::string rules = R"(
rule r when c < 9 { x := x * 1000; c := c + 1; }
invariant p: x >= 0;
)";
  const Loaded unbounded =
      load("shared x : int = 1; shared c : 0..9 = 0;" + rules);
  const auto found = run(unbounded, all(unbounded));
  CHECK(found.limit == Limit::overflow);
  CHECK_FALSE(found.complete);
  CHECK(found.states == 7);
  CHECK(property(found, "p").verdict() == Verdict::unknown);
  CHECK(property(found, "no model error").verdict() == Verdict::unknown);

  const Loaded bounded = load(R"(
shared c : 0..3 = 0;
rule r when c < 3 && pow(10, 18) * (8 + c) > 0 { c := c + 1; })");
  const auto error = run(bounded, all(bounded));
  CHECK(error.complete);
  REQUIRE(property(error, "no model error").trace);
  CHECK(property(error, "no model error").trace->length() == 2);
}

TEST_CASE("limits leave what was not decided unknown") {
  const Loaded loaded = example("philosophers", "n=8");
  auto options = all(loaded);
  std::atomic<bool> stop = true;
  SECTION("work") {
    options.limits.work = 1000;
    const auto found = run(loaded, options);
    CHECK(found.limit == Limit::work);
    CHECK(found.states > 1000);
    CHECK(found.states < 3000);
  }
  SECTION("interrupted") {
    options.limits.stop = &stop;
    CHECK(run(loaded, options).limit == Limit::interrupted);
  }
  SECTION("time") {
    options.limits.seconds = 1e-9;
    CHECK(run(loaded, options).limit == Limit::time);
  }
  for (const auto& p : run(loaded, options).properties) {
    CHECK(p.verdict() == Verdict::unknown);
  }
  CHECK_FALSE(run(loaded, options).complete);
  CHECK(run(loaded, options).vacuous.empty());
}

TEST_CASE("a violation stands although the exploration was not complete") {
  const Loaded loaded = example("hanoi", "discs=6");
  auto options = all(loaded);
  options.model_errors = false;
  options.properties = {0};
  options.stop_when_decided = true;
  const auto found = run(loaded, options);
  CHECK_FALSE(found.complete);
  CHECK(found.limit == Limit::none);
  CHECK(found.properties[0].verdict() == Verdict::violated);
  CHECK(found.properties.size() == 1);
}

TEST_CASE("a property that fails somewhere is not proved by all states") {
  const Loaded loaded = load(R"(
shared x : 0..2 = 0;
rule up when x < 2 { x := x + 1; }
invariant fails: 6 / (1 - x) != 0;
invariant broken: x == 0 || 6 / (1 - x) == 1;
invariant fine: x <= 2;
)");
  for (const bool errors : {true, false}) {
    auto options = all(loaded);
    options.model_errors = errors;
    const auto found = run(loaded, options);
    CHECK(found.complete);
    CHECK(property(found, "fails").outcome == explore::Outcome::undefined);
    CHECK(property(found, "fails").verdict() == Verdict::unknown);
    // False in one state, which stands whatever fails in another.
    CHECK(property(found, "broken").verdict() == Verdict::violated);
    CHECK(property(found, "fine").verdict() == Verdict::proved);
  }
}

TEST_CASE("an error of a property that is not asked for is an error") {
  const Loaded loaded = load(R"(
shared x : 0..2 = 0;
rule up when x < 2 { x := x + 1; }
invariant fails: 6 / (1 - x) != 0;
invariant fine: x <= 2;
ctl temporal: AG {1 / x == 1};
)");
  explore::Options options;
  for (const bool asked : {false, true}) {
    if (asked) options.properties = {1};
    const auto found = run(loaded, options);
    CHECK(found.properties.size() == (asked ? 2 : 1));
    CHECK(property(found, "no model error").verdict() == Verdict::violated);
    CHECK(property(found, "no model error").trace->length() == 1);
  }
  // Who says that it is known to hold, and so never to fail, is contradicted.
  options.known_to_hold = {0};
  const auto found = run(loaded, options);
  REQUIRE(found.refuted);
  CHECK(found.refuted->name == "fails");
  CHECK(found.refuted->trace->length() == 1);
  CHECK_FALSE(found.complete);
}

TEST_CASE("without an initial state nothing is proved") {
  const Loaded loaded = load(R"(
process P { var x : 0..2; action go when x < 2 { x := x + 1; } }
network { node p[2] : P; }
init forall i in p: i.x < index(i);
invariant all: forall i in p: i.x == 0 => i.x == 1;
)");
  auto options = all(loaded);
  options.deadlock_is_violation = true;
  const auto found = run(loaded, options);
  CHECK(found.unsatisfiable);
  CHECK(found.initial_states == 0);
  CHECK(found.properties.size() == 3);
  for (const auto& p : found.properties) {
    CHECK(p.verdict() == Verdict::unknown);
  }
  CHECK(found.vacuous.empty());
}

TEST_CASE("what never fired, and premises that never hold") {
  const Loaded loaded = load(R"(
shared x : 0..3 = 0;
process P { var b : bool = false; action on when b { b := false; } }
network { node p[2] : P; }
rule up when x < 2 { x := x + 1; }
rule never when x == 3 { x := 0; }
invariant vacuous: x == 3 => x < 0;
invariant held: x == 2 => x < 3;
invariant small: x < 3;
invariant bound: forall q in p: forall i in 2..3: q.b && i == x => false;
invariant seen: forall q in p: !q.b => x < 3;
)");
  const auto found = run(loaded, all(loaded));
  CHECK(found.complete);
  CHECK(found.vacuous == std::vector<std::size_t>{0, 3});
  REQUIRE(found.unfired.size() == 2);
  CHECK(found.unfired[0].process.valid());
  CHECK(found.unfired[0].action == 0);
  CHECK_FALSE(found.unfired[1].process.valid());
  CHECK(found.unfired[1].action == 1);
}

TEST_CASE("an initial condition that nothing satisfies decides nothing") {
  const Loaded loaded = load(R"(
shared x : 0..3;
init x > 1 && x < 2;
rule r { x := 0; }
invariant p: false;
)");
  const auto found = run(loaded, all(loaded));
  CHECK(found.initial_states == 0);
  CHECK(found.states == 0);
}

TEST_CASE("a model without variables has one state") {
  const Loaded loaded = load("rule r { skip; } invariant p: 1 < 2;");
  const auto found = run(loaded, all(loaded));
  CHECK(found.states == 1);
  CHECK(found.transitions == 1);
  CHECK(found.deadlocks == 0);
}

TEST_CASE("long lists of binders need no stack") {
  std::string names = "a0";
  for (int i = 1; i < 5000; ++i) names += ", a" + std::to_string(i);
  const Loaded loaded = load(
      "shared x : bool = false;\nprocess P { }\nnetwork { node p : P; }\n" +
      ("rule r(" + names + " in p) when !x { x := true; }\n") +
      "invariant q: forall " + names + " in p: a0 == a0;");
  const auto found = run(loaded, all(loaded));
  CHECK(found.states == 2);
  CHECK(found.transitions == 1);
}

// What z is leaves no doubt that the property is true, and none that it may
// fail: that takes y.
TEST_CASE("an error that depends on two slots") {
  const Loaded loaded = load(R"(
process P {
  var y : -3..3 = 2;
  var z : -3..3 = 3;
  action down when z > -3 { z := z - 1; }
}
network { node p[2] : P; }
invariant t: forall i in p: 10 / (i.y + i.z) > 3 || i.y >= -3;
)");
  const auto found = run(loaded, all(loaded));
  CHECK(property(found, "t").verdict() == Verdict::unknown);
  CHECK(property(found, "no model error").verdict() == Verdict::violated);
}

TEST_CASE("a failing step replays with its own error only") {
  const Loaded loaded = load(R"(
shared x : 0..3 = 0;
rule r { x := x + 4; }
invariant p: x < 3;
)");
  network::Trace trace =
      *property(run(loaded, all(loaded)), "no model error").trace;
  CHECK_FALSE(explore::replay(*loaded.instance, trace));
  REQUIRE(trace.events.size() == 1);
  REQUIRE(trace.events[0].error);
  trace.events[0].error->kind = network::ErrorKind::bad_index;
  CHECK(explore::replay(*loaded.instance, trace));
}

TEST_CASE("a trace that is no run does not replay") {
  const Loaded loaded = example("mutex-broken", "n=2");
  const network::Trace good =
      *property(run(loaded, all(loaded)), "mutex").trace;
  const auto bad = [&](const std::function<void(network::Trace&)>& change) {
    network::Trace trace = good;
    change(trace);
    CHECK(explore::replay(*loaded.instance, trace).has_value());
  };
  using network::Trace;
  bad([](Trace& t) { t.initial.pop_back(); });
  bad([](Trace& t) { t.initial[0] = 1; });
  bad([](Trace& t) { t.initial[0] = 77; });
  bad([](Trace& t) { std::swap(t.events[0], t.events[3]); });
  bad([](Trace& t) { t.events[1].after = t.events[0].after; });
  bad([](Trace& t) { t.events[1].after.clear(); });
  bad([](Trace& t) { t.events[0].binding.push_back(0); });
  bad([](Trace& t) { t.events[0].action = 99; });
  bad([](Trace& t) { t.events[0].actor = network::NodeId(std::size_t{99}); });
  bad([](Trace& t) { t.events[0].actor = network::NodeId::none(); });
  bad([](Trace& t) { t.events[3].error = network::ModelError{}; });
  bad([](Trace& t) { t.error = network::ModelError{}; });

  // The error of a state is of its kind.
  const Loaded division = load(R"(
shared x : 0..3 = 0;
rule r when 1 / x == 1 { x := 1; })");
  Trace error = *property(run(division, all(division)), "no model error").trace;
  CHECK_FALSE(explore::replay(*division.instance, error));
  error.error->kind = network::ErrorKind::bad_index;
  CHECK(explore::replay(*division.instance, error));
}

TEST_CASE("the last member of a range up to the greatest number is a member") {
  const Loaded loaded = load(R"(
shared x : 0..3 = 0;
rule r(v in 9223372036854775806..9223372036854775807)
    when x < 3 && v == 9223372036854775807 { x := x + 1; }
invariant p: x < 3;
)");
  const auto found = run(loaded, all(loaded));
  CHECK(property(found, "p").verdict() == Verdict::violated);
}

// The first cell makes the property fail in every state, so that no state
// makes it false.
TEST_CASE("where a property fails, a step does not make it false") {
  const Loaded loaded = load(R"(
    process P {
      var x : 0..2 = 0;
      action go when index(self) == 1 && x < 2 { x := x + 1; }
    }
    network { node p[2] : P; }
    invariant fine:
      forall i in p: if index(i) == 0 then 6 / i.x > 0 else i.x < 2;
  )");
  explore::Options options;
  options.properties = {0};
  options.model_errors = false;
  const auto found = run(loaded, options);
  CHECK(found.states == 3);
  CHECK(property(found, "fine").outcome == explore::Outcome::undefined);
}

// A level is expanded in rounds of 16 states here: a step fails in the first,
// a guard in the second, which is one step nearer.
TEST_CASE("of errors in different rounds the shortest is reported") {
  const Loaded loaded = load(R"(
    process P {
      var x : bool = false;
      action go when forall q in P: !q.x { x := true; }
      action step when x && index(self) == 0 { x := x && 1 / 0 > 0; }
      action guard when x && index(self) == 17 && 1 / 0 > 0 { }
    }
    network { node p[18] : P; }
  )");
  explore::Options options;
  options.limits.work = 100;
  const auto found = run(loaded, options);
  const auto& errors = property(found, "no model error");
  REQUIRE(errors.verdict() == Verdict::violated);
  CHECK(errors.trace->length() == 1);
}

}  // namespace explorer_test
