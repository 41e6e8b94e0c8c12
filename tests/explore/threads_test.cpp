// SPDX-License-Identifier: MIT
// Guards: any number of threads gives the same answer, to the last step of
// every run.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "explore/search/explorer.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace threads_test {

namespace {

using namespace vicinal;
using network::Event;
using network::Trace;

bool same(const Event& a, const Event& b) {
  return a.actor == b.actor && a.action == b.action && a.binding == b.binding &&
         a.after == b.after && a.error.has_value() == b.error.has_value();
}

bool same(const Trace& a, const Trace& b) {
  if (a.initial != b.initial || a.length() != b.length() ||
      a.error.has_value() != b.error.has_value()) {
    return false;
  }
  for (std::size_t i = 0; i < a.length(); ++i) {
    if (!same(a.events[i], b.events[i])) return false;
  }
  return true;
}

void compare(const explore::Exploration& a, const explore::Exploration& b) {
  CHECK(a.states == b.states);
  CHECK(a.transitions == b.transitions);
  CHECK(a.depth == b.depth);
  CHECK(a.deadlocks == b.deadlocks);
  CHECK(a.initial_states == b.initial_states);
  CHECK(a.complete == b.complete);
  CHECK(a.limit == b.limit);
  CHECK(a.vacuous == b.vacuous);
  CHECK(a.unfired.size() == b.unfired.size());
  REQUIRE(a.properties.size() == b.properties.size());
  for (std::size_t p = 0; p < a.properties.size(); ++p) {
    const auto& x = a.properties[p];
    const auto& y = b.properties[p];
    INFO(x.name);
    CHECK(x.outcome == y.outcome);
    REQUIRE(x.trace.has_value() == y.trace.has_value());
    if (x.trace) CHECK(same(*x.trace, *y.trace));
  }
}

// Levels of more than a thousand states.
struct LargeModel {
  std::string file, sizes, more;
};
const LargeModel cases[] = {
    {"examples/philosophers", "n=9", ""},
    {"examples/token-ring", "n=10", ""},
    {"examples/controller", "n=11 classes=4", ""},
    {"examples/mesi", "n=6", ""},
    {"examples/mutex-broken", "n=9", ""},
    {"examples/lock-server", "n=8", ""},
    {"examples/readers-writers", "readers=6 writers=6", ""},
    {"tests/traps/fourth-spoke-broken", "n=10", ""},
    {"bench/models/bakery", "n=3",
     "invariant early: forall i in Customer: i.ticket < 600;"
     "invariant enters: forall i in Customer:"
     "  i.ticket == 500 => i.phase == waiting;"},
    {"examples/dijkstra", "n=7", ""},
};

}  // namespace

TEST_CASE("one, two and three threads agree") {
  for (const LargeModel& c : cases) {
    INFO(c.file << " " << c.sizes);
    std::ifstream file(VICINAL_SOURCE_DIR "/" + c.file + ".vic");
    std::stringstream text;
    text << file.rdbuf();
    const auto loaded = random_models::load(text.str() + c.more, c.sizes);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    explore::Options options;
    options.deadlock_is_violation = true;
    for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
      if (loaded.model->properties[p].kind ==
          network::ast::PropertyKind::invariant) {
        options.properties.push_back(p);
      }
    }
    for (const bool stop : {false, true}) {
      options.stop_when_decided = stop;
      options.limits.work = stop ? 20'000 : 0;
      options.threads = 1;
      const auto alone = explore::explore(*loaded.instance, options);
      CHECK((stop || alone.states > 1000));
      for (const unsigned threads : {2U, 3U}) {
        options.threads = threads;
        compare(alone, explore::explore(*loaded.instance, options));
      }
    }
  }
}

// A store of many shards, of which a level touches one.
TEST_CASE("levels of one state, and of many, follow each other") {
  const auto loaded = random_models::load(R"(
    process P {
      var x : 0..3000 = 0;
      var rest : 0..400 = 0;
      action go when x < 3000 && rest == 0 { x := x + 1; }
      action many(v in 1..400) when x == 2000 && rest == 0 { rest := v; }
      action back when rest > 0 { rest := rest - 1; }
    }
    network { node p : P; }
    invariant short: forall i in P: i.x != 3000;
  )");
  REQUIRE(loaded.instance != nullptr);
  explore::Options options;
  options.properties = {0};
  const auto alone = explore::explore(*loaded.instance, options);
  CHECK(alone.complete);
  CHECK(alone.states == 3001 + 400);
  CHECK(alone.depth == 3000);
  REQUIRE(alone.properties[0].trace.has_value());
  CHECK(alone.properties[0].trace->length() == 3000);
  options.threads = 2;
  compare(alone, explore::explore(*loaded.instance, options));
}

// Every state at distance 4 is an error in the guard of an action, and the
// steps there fail, too.
TEST_CASE("threads agree on which error comes first") {
  const auto loaded = random_models::load(R"(
    param n : 1.. = 7;
    process P {
      var x : 0..4 = 0;
      action go when x < 3 { x := x + 1; }
      action fail when x == 3 { x := x + 2; }
      action guard when 6 / (3 - x) > 0 && false { }
    }
    network { node p[n] : P; }
    invariant small: forall i in p: i.x < 3 || 7 / (i.x - 3) > 0;
    invariant few: atmost 4 i in p: i.x == 2;
  )");
  REQUIRE(loaded.instance != nullptr);
  explore::Options options;
  options.properties = {0, 1};
  options.deadlock_is_violation = true;
  const auto alone = explore::explore(*loaded.instance, options);
  CHECK(alone.properties[0].outcome == explore::Outcome::undefined);
  for (const unsigned threads : {2U, 3U, 5U}) {
    options.threads = threads;
    compare(alone, explore::explore(*loaded.instance, options));
  }
}

// Each is false in one state, wherever that is stored, and whoever stored the
// state before it.
TEST_CASE("threads find the only state that breaks a property") {
  std::string text = R"(
    process P { var on : bool = false; action flip { on := !on; } }
    network { node p[12] : P; }
  )";
  for (std::uint32_t q = 0; q < 40; ++q) {
    const std::uint32_t pattern = q * 2654435761U >> 20;
    text += "invariant q" + std::to_string(q) + ": !(";
    for (std::uint32_t i = 0; i < 12; ++i) {
      text += (i == 0 ? "" : " && ");
      text += (pattern >> i & 1) == 0 ? "!" : "";
      text += "p[" + std::to_string((i + q) % 12) + "].on";
    }
    text += ");\n";
  }
  text +=
      "invariant pairs: forall i, j, k in P: i != j && i != k && j != k\n"
      "  => !(i.on && j.on && k.on && index(i) + index(j) > 20);\n";
  text += "init forall q in P: q.on => index(q) == 0;\n";
  const auto loaded = random_models::load(text);
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  explore::Options options;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    options.properties.push_back(p);
  }
  const auto alone = explore::explore(*loaded.instance, options);
  for (const auto& p : alone.properties) {
    CHECK((p.verdict() == network::Verdict::violated) == p.trace.has_value());
  }
  for (const unsigned threads : {2U, 3U, 5U}) {
    options.threads = threads;
    compare(alone, explore::explore(*loaded.instance, options));
  }
}

TEST_CASE("threads agree on random models") {
  for (std::uint64_t seed = 1; seed <= random_models::runs(150); ++seed) {
    const std::string text =
        seed % 3 == 0
            ? random_models::random_family(seed).text
            : random_models::random_model(seed, {.flat = seed % 2 == 0});
    const auto loaded = random_models::load(text);
    INFO("seed " << seed << "\n" << text);
    if (loaded.instance == nullptr) continue;
    explore::Options options;
    options.deadlock_is_violation = seed % 5 == 0;
    options.states_for_threads = 2;
    options.limits.work = 2000;
    for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
      if (loaded.model->properties[p].kind ==
          network::ast::PropertyKind::invariant) {
        options.properties.push_back(p);
      }
    }
    const auto alone = explore::explore(*loaded.instance, options);
    for (const unsigned threads : {2U, 4U}) {
      options.threads = threads;
      compare(alone, explore::explore(*loaded.instance, options));
    }
  }
}

// Who judges a state knows what others have read of those before it, also of
// slots that it never read: wherever the states lie, which depends on v.
TEST_CASE("what one thread reads, the others look at") {
  for (int v = 0; v < 40; ++v) {
    const auto loaded = random_models::load(
        "shared c : 0..16777215 = " + std::to_string(v) +
        ";\nshared a : bool = false;\nshared b : bool = true;\n"
        "rule first when !a { a := true; }\n"
        "rule second when a && b { b := false; }\n"
        "invariant t: a => b;\n");
    INFO("v = " << v);
    REQUIRE(loaded.instance != nullptr);
    explore::Options options;
    options.properties = {0};
    options.threads = 4;
    options.states_for_threads = 1;
    const auto found = explore::explore(*loaded.instance, options);
    CHECK(found.states == 3);
    CHECK(found.properties.at(0).outcome == explore::Outcome::violated);
  }
}

}  // namespace threads_test
