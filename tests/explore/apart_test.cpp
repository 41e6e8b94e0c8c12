// SPDX-License-Identifier: MIT
// What keeps nodes apart, of models of which it is known; that without the
// properties that are blamed nodes do move, of random ones.
#include <catch2/catch.hpp>

#include <algorithm>

#include "symmetry/exchanges/model_symmetry.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/marked_model.hpp"
#include "tests/random/random_model.hpp"

namespace apart_test {

namespace {

using namespace vicinal;
using network::NodeId;
using random_models::Loaded;
using symmetry::Apart;
using symmetry::Difference;
using symmetry::ModelSymmetry;
using Of = symmetry::Difference::Of;

ModelSymmetry symmetry_of(const Loaded& loaded,
                          const std::vector<std::uint32_t>& left_out = {}) {
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  std::vector<std::size_t> asked = loaded.invariants();
  std::erase_if(asked, [&](std::size_t p) {
    return std::ranges::find(left_out, p) != left_out.end();
  });
  return symmetry::model_symmetry(*loaded.instance, asked, {});
}

// Three clients of a lock.
std::string clients(const std::string& enter, const std::string& more) {
  return R"(
    enum Phase { idle, busy }
    process P {
      var phase : Phase = idle;
      action rest when phase == busy { phase := idle; }
    }
    network { node p[3] : P; }
    rule enter(i in p) when i.phase == idle)" +
         enter + R"( { i.phase := busy; }
    )" + more;
}

// The only pair.
Apart pair(const std::string& text) {
  const Loaded loaded = random_models::load(text);
  const ModelSymmetry symmetry = symmetry_of(loaded);
  CHECK(symmetry.order == "1");
  REQUIRE(symmetry.apart.size() == 1);
  CHECK(symmetry.apart[0].a != symmetry.apart[0].b);
  return symmetry.apart[0];
}

Of reason(const std::string& text) {
  const Apart apart = pair(text);
  REQUIRE(apart.by);
  return apart.by->of;
}

const std::string one_after_the_other =
    "invariant first: p[0].phase == busy => p[1].phase == busy;\n"
    "invariant second: p[1].phase == busy => p[2].phase == busy;\n"
    "invariant few: atmost 1 i in p: i.phase == busy;\n";

}  // namespace

TEST_CASE("what keeps the clients of a lock apart") {
  SECTION("a rule") {
    const Apart a =
        pair(clients(" && (p[0].phase == busy || index(i) < 2)"
                     " && (p[1].phase == busy || index(i) < 1)",
                     ""));
    REQUIRE(a.by);
    CHECK(a.by->of == Of::guard);
    CHECK_FALSE(a.by->process.valid());
    CHECK(a.by->action == 0);
  }
  SECTION("initial states") {
    CHECK(reason(R"(
      process P { var x : 0..2; action turn { x := (x + 1) % 3; } }
      network { node p[3] : P; }
      init p[0].x == 0 && p[1].x == 1 && p[2].x == 2;
      invariant second: p[1].x != 2;
    )") == Of::start);
  }
  SECTION("a property that cannot be evaluated") {
    CHECK(reason(clients("",
                         "invariant odd: 1 / (if p[0].phase == busy &&"
                         " p[1].phase != busy then 0 else 1) == 1;\n")) ==
          Of::failures);
  }
  SECTION("properties") {
    const Apart a = pair(clients("", one_after_the_other));
    REQUIRE(a.by);
    CHECK(a.by->of == Of::claims);
    CHECK(a.by->claims == std::vector<std::uint32_t>{0, 1});
  }
}

TEST_CASE("an action keeps its processes apart") {
  const Apart a = pair(R"(
    process P {
      var on : bool = false;
      action stay { on := on; }
      action set when index(self) > 0 { on := true; }
      action flip when index(self) == 1 { on := !on; }
    }
    network { node p[3] : P; }
  )");
  REQUIRE(a.by);
  CHECK(a.by->of == Of::guard);
  REQUIRE(a.by->process.valid());
  CHECK(a.by->action == 1);
}

TEST_CASE("what a rule does keeps its processes apart") {
  const auto rule = [](const std::string& body) {
    return pair(R"(
      process P { var x : bool = false; var y : 0..5 = 0; }
      network { node p[3] : P; }
      shared z : 0..20 = 0;
      rule go(i in p) when i.x { )" +
                body + "}\n rule set(i in p) { i.x := true; }\n");
  };
  const Apart update = rule("i.y := 1; z := p[0].y + 2 * p[1].y;");
  REQUIRE(update.by);
  CHECK(update.by->of == Of::update);
  CHECK(update.by->slot == 6);
  const Apart error = rule("i.y := 5 / (p[0].y + 1 - p[1].y);");
  REQUIRE(error.by);
  CHECK(error.by->of == Of::error);
}

// Where two may not change places in the network, its automorphisms say it.
TEST_CASE("a network keeps its processes apart, or a rotation does") {
  const auto text = [](const std::string& edges, const std::string& start) {
    return R"(
      process P {
        port left : in bool;
        port right : inout bool;
        var on : bool;
        action pass when on && !right { right := true; on := false; }
        action take when left { on := true; }
      }
      process End { port side : inout bool; action loose { side := false; } }
      network { node p[3] : P; )" +
           edges + "}\ninit forall i in p: i.on == (" + start + ");\n";
  };
  const Apart line = pair(text(R"(
      node first : End; node last : End; edge e[4] : bool = false;
      connect first.side, p[0].left to e[0];
      for i in 0..2 { connect p[i].right to e[i + 1]; }
      for i in 0..1 { connect p[i + 1].left to e[i + 1]; }
      connect last.side to e[3];)",
                               "false"));
  CHECK_FALSE(line.by);
  const Apart ring = pair(text(R"(
      edge e[3] : bool = false;
      for i in 0..2 { connect p[i].right, p[(i + 1) % 3].left to e[i]; })",
                               "index(i) == 0"));
  REQUIRE(ring.by);
  CHECK(ring.by->of == Of::start);
}

TEST_CASE("of families whose nodes move, or have no state, nothing is said") {
  CHECK(symmetry_of(random_models::load(clients("", ""))).apart.empty());
  const Loaded some = random_models::load(
      clients("", "invariant first: p[0].phase == idle;\n"));
  CHECK(symmetry_of(some).order == "2");
  CHECK(symmetry_of(some).apart.empty());
  const Loaded none = random_models::load(
      "process P { action wait {} }\nnetwork { node p[3] : P; }\n"
      "shared x : bool = false;\nrule flip { x := !x; }\n");
  CHECK(symmetry_of(none).apart.empty());
}

TEST_CASE("what properties keep apart moves without them") {
  int by_claims = 0, others = 0;
  const std::uint64_t count = random_models::runs(500);
  const auto look = [&](const std::string& text) {
    INFO(text);
    const Loaded loaded = random_models::load(text);
    if (!loaded.instance) return;
    for (const Apart& a : symmetry_of(loaded).apart) {
      const bool properties = a.by && a.by->of == Of::claims;
      (properties ? by_claims : others)++;
      if (!properties) continue;
      const ModelSymmetry without = symmetry_of(loaded, a.by->claims);
      CHECK_FALSE(without.trivial());
      CHECK(std::ranges::none_of(without.apart, [&](const Apart& b) {
        return b.a == a.a && b.b == a.b;
      }));
    }
  };
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    look(random_models::exchange_model(seed));
    look(random_models::marked_model(seed));
    random_models::Options options;
    options.flat = seed % 2 == 0;
    look(random_models::random_model(seed, options));
  }
  if (!random_models::enough_runs()) return;
  CHECK(by_claims > 10);
  CHECK(others > 10);
}

}  // namespace apart_test
