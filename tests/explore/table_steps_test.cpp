// SPDX-License-Identifier: MIT
// Guards: steps by look-up are those of the interpreter, in reachable states of
// random models and of examples.
#include "network/steps/table_steps.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "explore/search/initial_states.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace table_steps_test {

namespace {

using namespace vicinal;
using network::Scalar;
using PackedState = std::vector<std::uint64_t>;

struct TableCounts {
  int states = 0, failing = 0, others = 0, known = 0;
};

// By the interpreter, in its order; none: something fails.
std::optional<std::vector<PackedState>> expected(
    const network::Instance& instance, const network::Packing& packing,
    const network::Steps& steps, const PackedState& packed) {
  std::vector<Scalar> state(instance.slot_count());
  packing.unpack(packed.data(), state);
  network::StepList list;
  steps.enabled(state.data(), list);
  if (!list.problems.empty()) return std::nullopt;
  std::vector<PackedState> out;
  for (const network::Step& step : list.steps) {
    std::vector<Scalar> after = state;
    try {
      steps.apply(list, step, after.data());
    } catch (const network::ModelError&) {
      return std::nullopt;
    }
    packing.pack(after, out.emplace_back(packing.words()).data());
  }
  return out;
}

// The slots that differ are among those that are said to be written.
void check_written(const network::Packing& packing, const PackedState& from,
                   const PackedState& to,
                   const std::span<const std::uint32_t>& written,
                   std::size_t slots) {
  std::vector<Scalar> before(slots), after(slots);
  packing.unpack(from.data(), before);
  packing.unpack(to.data(), after);
  bool good = true;
  for (std::uint32_t s = 0; s < slots; ++s) {
    good =
        good && (before[s] == after[s] ||
                 std::find(written.begin(), written.end(), s) != written.end());
  }
  CHECK(good);
}

void check(const network::Instance& instance, TableCounts& s, std::size_t most,
           network::TableLimits limits) {
  const network::Packing packing(instance);
  const network::Steps steps(instance);
  network::TableSteps tables(instance, packing, limits);
  std::set<PackedState> seen;
  std::vector<PackedState> all;
  explore::initial_states(instance, {}, [&](std::span<const Scalar> state) {
    PackedState packed(packing.words());
    packing.pack(state, packed.data());
    if (seen.insert(packed).second) all.push_back(packed);
    return all.size() < most;
  });
  network::Successors found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const PackedState state = all[i];
    ++s.states;
    auto wanted = expected(instance, packing, steps, state);
    const bool good = tables.expand(state.data(), found);
    CHECK(good == wanted.has_value());
    if (!wanted || !good) {
      ++s.failing;
      continue;
    }
    std::vector<PackedState> next;
    std::size_t others = 0;
    for (const std::uint32_t k : found.steps) {
      if (k >= network::Successors::other) {
        const auto begin =
            found.others.begin() + static_cast<std::ptrdiff_t>(others);
        others += packing.words();
        next.emplace_back(begin,
                          begin + static_cast<std::ptrdiff_t>(packing.words()));
        if (k != network::Successors::unknown) {
          check_written(packing, state, next.back(), tables.written(k),
                        instance.slot_count());
        }
        ++s.others;
        continue;
      }
      next.push_back(state);
      tables.apply(k, next.back().data());
      check_written(packing, state, next.back(), tables.written(k),
                    instance.slot_count());
      ++s.known;
    }
    CHECK(others == found.others.size());
    CHECK(next == *wanted);
    for (const PackedState& n : *wanted) {
      if (all.size() < most && seen.insert(n).second) all.push_back(n);
    }
  }
}

}  // namespace

TEST_CASE("steps of random models by look-up") {
  TableCounts s;
  const auto how = [](std::uint64_t seed) {
    network::TableLimits made;
    made.lone = seed % 3 == 0 ? 1000 : seed % 20 + 1;
    made.count_all = seed % 2 == 0;
    if (seed % 5 == 0) made.results = static_cast<std::uint32_t>(seed % 10);
    if (seed % 7 == 0) made.ahead = static_cast<std::uint32_t>(seed % 3);
    return made;
  };
  for (std::uint64_t seed = 1; seed <= random_models::runs(300); ++seed) {
    const auto loaded = random_models::load(
        random_models::random_model(seed, {.flat = seed % 2 == 0}));
    INFO("seed " << seed << "\n" << loaded.source->text());
    REQUIRE(loaded.instance != nullptr);
    check(*loaded.instance, s, 200, how(seed));
  }
  for (std::uint64_t seed = 1; seed <= random_models::runs(100); ++seed) {
    const auto loaded =
        random_models::load(random_models::random_family(seed).text);
    INFO("seed " << seed << "\n" << loaded.source->text());
    if (loaded.instance == nullptr) continue;
    check(*loaded.instance, s, 200, how(seed));
  }
  CAPTURE(s.states, s.failing, s.others, s.known);
  CHECK(s.known > 5 * s.failing);
  CHECK(s.states > 3 * s.failing);
}

// Units have no room at all, or lose it while states are expanded.
TEST_CASE("steps of random models by programs") {
  TableCounts s;
  for (std::uint64_t seed = 1; seed <= random_models::runs(300); ++seed) {
    const auto loaded = random_models::load(
        random_models::random_model(seed, {.flat = seed % 2 == 0}));
    INFO("seed " << seed << "\n" << loaded.source->text());
    REQUIRE(loaded.instance != nullptr);
    const auto room = static_cast<std::uint32_t>(seed % 7);
    check(*loaded.instance, s, 200,
          {.lone = static_cast<std::uint32_t>(seed % 20 + 1),
           .results = seed % 3 == 0 ? 0 : room});
  }
  CAPTURE(s.states, s.failing, s.others, s.known);
  CHECK(s.known > s.failing);
  CHECK(s.others > 5 * s.failing);
}

TEST_CASE("what programs may write, where variables name places") {
  const auto loaded = random_models::load(R"(
    struct S { x : 0..2; y : 0..2[2]; }
    process P {
      port link : inout 0..2;
      var v : 0..2 = 0;
      var q : queue 0..2[2];
      action mine when !full(q) { push(q, at); }
    }
    network {
      node p[3] : P;
      edge e[3] : 0..2 = 0;
      for i in 0..2 { connect p[i].link to e[i]; }
    }
    shared at : 0..2 = 0;
    shared who : id of p = none;
    shared cell[3] : S = S(0, [0, 1]);
    rule next { at := (at + 1) % 3; who := p[at]; }
    rule first when cell[at].x < 2 { cell[at].x := cell[at].x + 1; }
    rule second when at < 2 { cell[(at + 1) % 3].y[at] := at; }
    rule swap { cell[at], cell[(at + 1) % 3] := cell[(at + 1) % 3], cell[at]; }
    rule send when who != none && !full(who.q) { push(who.q, at); }
    rule take when who != none && !empty(who.q) {
      who.v := head(who.q);
      pop(who.q);
    }
    rule wire when who != none { who.link := (who.link + at) % 3; }
    rule one(i in 0..at) when cell[i].x == 1 { cell[i].y[i % 2] := i; }
  )");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  TableCounts s;
  check(*loaded.instance, s, 3000, {.lone = 10, .results = 0});
  CHECK(s.failing == 0);
  CHECK(s.others > 9000);
}

TEST_CASE("what has too many values is evaluated each time") {
  const auto loaded = random_models::load(R"(
    process P {
      var x : 0..100000 = 0;
      var y : bool = false;
      action step when x < 300 { x := x + 1; }
      action flip { y := !y; }
    }
    network { node p : P; }
  )");
  REQUIRE(loaded.instance != nullptr);
  TableCounts s;
  check(*loaded.instance, s, 400, {.lone = 10});
  CHECK(s.others > 0);
}

TEST_CASE("bindings of a rule compete by priority") {
  std::ifstream file(VICINAL_SOURCE_DIR "/examples/controller.vic");
  std::stringstream text;
  text << file.rdbuf();
  const auto loaded = random_models::load(text.str(), "n=5 classes=3");
  REQUIRE(loaded.instance != nullptr);
  for (const std::uint32_t lone : {1U, 10U, 1000U}) {
    TableCounts s;
    check(*loaded.instance, s, 1000, {.lone = lone});
    CHECK(s.failing == 0);
    CHECK(s.others == 0);
  }
  for (const std::uint32_t most_results : {0U, 1U, 5U}) {
    TableCounts s;
    check(*loaded.instance, s, 1000, {.lone = 10, .results = most_results});
    CHECK(s.failing == 0);
    CHECK(s.others > 0);
    CHECK((s.known > 0) == (most_results > 0));
  }
}

// Each in every way: in groups, by programs, with all quantifiers counted.
TEST_CASE("small models that a short cut would get wrong") {
  const char* texts[] = {
      // Bindings of one node do not compete with those of the next.
      R"(process P {
           var x : 0..3 = 0;
           action go(v in 0..1) when x < 3 priority v * index(self) + x {
             x := x + 1 - v;
           }
         }
         network { node p[3] : P; })",
      // Values too small, and one branch whose values are.
      R"(param low : 1..3 = 2;
         process P {
           var x : low..5 = 4;
           var y : 0..4 = 4;
           action up when x < 5 { x := x + 1; }
           action down when x > low { x := x - 1; }
           action below when y == 0 { x := x - 2; }
           action other when y > 0 { x := if y > 1 then 3 else y; }
           action less when y > 0 { y := y - 1; }
         }
         network { node p[2] : P; })",
      // The members are those there were when the loop began.
      R"(process P {
           var x : 0..4 = 1;
           var n : 0..9 = 0;
           action go when n == 0 { for v in 0..x { x := 3; n := n + 1; } }
           action shrink when n > 0 { for v in 0..x { x := 0; n := 0; } }
         }
         network { node p[2] : P; })",
      // How many members there are depends on the state.
      R"(process P {
           var x : 0..2 = 0;
           var y : bool = false;
           action more when x < 2 { x := x + 1; }
           action flip when count(v in 1..x, q in P: q.y || q.x > v) < 2 {
             y := !y;
           }
         }
         network { node p[3] : P; })",
      // Places of several slots.
      R"(struct S { a : 0..2; b : bool; c : 0..2; }
         process P {
           var s : S[2];
           var i : 0..1 = 0;
           action set { s[i] := S(2, true, 2); }
           action copy { s[1 - i] := s[i]; }
           action both { s[0], s[1] := s[1], S(0, false, 1); }
           action other { i := 1 - i; }
         }
         network { node p : P; })"};
  for (const std::string text : texts) {
    const auto loaded = random_models::load(text);
    INFO(text << loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    for (const network::TableLimits limits :
         {network::TableLimits{.lone = 1}, network::TableLimits{.lone = 1000},
          network::TableLimits{.lone = 3, .results = 0},
          network::TableLimits{.lone = 3, .results = 2},
          network::TableLimits{.lone = 3, .ahead = 0},
          network::TableLimits{.lone = 3, .count_all = true}}) {
      TableCounts s;
      check(*loaded.instance, s, 2000, limits);
      CHECK(s.states > s.failing);
    }
  }
}

// Guards that count members; in some, members are added up in several tables.
TEST_CASE("quantifiers over many nodes are counted") {
  const std::string texts[] = {R"(
    enum Phase { idle, asked, busy, done }
    process P {
      var phase : Phase = idle;
      var seen : 0..3 = 0;
      action ask when phase == idle && count(q in P: q.phase == asked) < 3 {
        phase := asked;
      }
      action enter when phase == asked
          && forall q in P: q != self => q.phase != busy { phase := busy; }
      action leave when phase == busy && exists q in P: q.phase == asked {
        phase := done; seen := min(3, seen + 1);
      }
      action back when phase == done && seen > 0
          && atmost seen q in P: q.phase == done { phase := idle; }
      action shift(v in 1..3) when exactly v q in P: q.seen >= v && q != self {
        seen := (seen + v) % 4;
      }
    }
    network { node p[5] : P; }
  )",
                               R"(
    process P {
      port left, right : inout bool;
      var x : 0..5 = 0;
      action step when (forall q in P: 12 / (5 - q.x) < 12) && x < 4 {
        x := x + 1;
      }
      action jump when x == 3 { x := 5; }
      action back when x == 4 { x := 0; }
      action pass when (exists e in wire: e) && left {
        left := false; right := true;
      }
    }
    network {
      node p[6] : P; edge wire[6] : bool;
      for i in 0..5 { connect p[i].left, p[(i + 1) % 6].right to wire[i]; }
      init wire[0] && forall i in 1..5: !wire[i];
    }
  )",
                               R"(
    process Hub {
      port set line : inout 0..3;
      var two : bool = false;
      action set(p in line) {
        p := 3;
        two := exactly 2 q in line: q == 3;
      }
    }
    process Spoke {
      port hub : inout 0..3;
      action turn when exists k in Hub: !k.two { hub := (hub + 1) % 4; }
    }
    network {
      node h : Hub; node s[7] : Spoke; edge e[7] : 0..3 = 0;
      for i in 0..6 { connect h.line, s[i].hub to e[i]; }
    }
  )",
                               // Late, a member reads two words.
                               R"(
    process P {
      var far : 0..1000000000000 = 0;
      var a : 0..7 = 0;
      var b : bool = false;
      action step when a < 7 { a := a + 1; }
      action flip when forall q in P: q.a != 5 || (q.b && head.b) { b := !b; }
      action back when exists q in P: q.a == 7 && !q.b { a := 0; }
    }
    network { node head : P; node p[3] : P; }
  )"};
  for (const std::string& text : texts) {
    const auto loaded = random_models::load(text);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    for (const bool all : {false, true}) {
      for (const std::uint32_t lone : {3U, 50U, 1000U}) {
        TableCounts s;
        check(*loaded.instance, s, 3000,
              {.lone = lone, .ahead = 100'000, .count_all = all});
        CHECK(s.states > 500);
        CHECK(s.others == 0);
      }
    }
  }
}

// What decides which slot is read changes late: groups are made again.
TEST_CASE("a slot that was never read before") {
  const auto loaded = random_models::load(R"(
    process P {
      var x : 0..50 = 0;
      var y, z : bool = false;
      action step when x < 50 { x := x + 1; }
      action late when x > 40 && y { z := !z; }
      action flip when x > 30 { y := !y; }
    }
    network { node p[2] : P; }
  )");
  REQUIRE(loaded.instance != nullptr);
  TableCounts s;
  check(*loaded.instance, s, 3000, {.lone = 5});
  CHECK(s.others == 0);
}

}  // namespace table_steps_test
