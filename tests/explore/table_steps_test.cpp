// SPDX-License-Identifier: MIT
// Guards: steps by look-up are those of the interpreter, in reachable states of
// random models and of examples.
#include "network/table_steps.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "explore/initial.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"

namespace {

using namespace vicinal;
using network::Scalar;
using State = std::vector<std::uint64_t>;

struct Statistics {
  int states = 0, failing = 0, others = 0, known = 0;
};

// By the interpreter, in its order; none: something fails.
std::optional<std::vector<State>> expected(const network::Instance& instance,
                                           const network::Packing& packing,
                                           const network::Steps& steps,
                                           const State& packed) {
  std::vector<Scalar> state(instance.slot_count());
  packing.unpack(packed.data(), state);
  network::StepList list;
  steps.enabled(state.data(), list);
  if (!list.problems.empty()) return std::nullopt;
  std::vector<State> out;
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
void check_written(const network::Packing& packing, const State& from,
                   const State& to,
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

// `lone`, `most_results`: see TableSteps.
void check(const network::Instance& instance, Statistics& s, std::size_t most,
           std::uint32_t lone, std::uint32_t most_results = 4096) {
  const network::Packing packing(instance);
  const network::Steps steps(instance);
  network::TableSteps tables(instance, packing, lone, most_results);
  std::set<State> seen;
  std::vector<State> all;
  explore::initial_states(instance, {}, [&](std::span<const Scalar> state) {
    State packed(packing.words());
    packing.pack(state, packed.data());
    if (seen.insert(packed).second) all.push_back(packed);
    return all.size() < most;
  });
  network::Successors found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const State state = all[i];
    ++s.states;
    auto wanted = expected(instance, packing, steps, state);
    const bool good = tables.expand(state.data(), found);
    CHECK(good == wanted.has_value());
    if (!wanted || !good) {
      ++s.failing;
      continue;
    }
    std::vector<State> next;
    std::size_t others = 0;
    for (const std::uint32_t k : found.known) {
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
    for (const State& n : *wanted) {
      if (all.size() < most && seen.insert(n).second) all.push_back(n);
    }
  }
}

}  // namespace

TEST_CASE("steps of random models by look-up") {
  Statistics s;
  for (std::uint64_t seed = 1; seed <= random_models::runs(300); ++seed) {
    const auto loaded = random_models::load(
        random_models::random_model(seed, {.flat = seed % 2 == 0}));
    INFO("seed " << seed << "\n" << loaded.source->text());
    REQUIRE(loaded.instance != nullptr);
    check(*loaded.instance, s, 200, seed % 3 == 0 ? 1000 : seed % 20 + 1);
  }
  for (std::uint64_t seed = 1; seed <= random_models::runs(100); ++seed) {
    const auto loaded =
        random_models::load(random_models::random_family(seed).text);
    INFO("seed " << seed << "\n" << loaded.source->text());
    if (loaded.instance == nullptr) continue;
    check(*loaded.instance, s, 200, seed % 3 == 0 ? 1000 : seed % 20 + 1);
  }
  CAPTURE(s.states, s.failing, s.others, s.known);
  CHECK(s.known > 5 * s.failing);
  CHECK(s.states > 3 * s.failing);
}

// Units have no room at all, or lose it while states are expanded.
TEST_CASE("steps of random models by programs") {
  Statistics s;
  for (std::uint64_t seed = 1; seed <= random_models::runs(300); ++seed) {
    const auto loaded = random_models::load(
        random_models::random_model(seed, {.flat = seed % 2 == 0}));
    INFO("seed " << seed << "\n" << loaded.source->text());
    REQUIRE(loaded.instance != nullptr);
    check(*loaded.instance, s, 200, seed % 20 + 1,
          seed % 3 == 0 ? 0 : static_cast<std::uint32_t>(seed % 7));
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
  Statistics s;
  check(*loaded.instance, s, 3000, 10, 0);
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
  Statistics s;
  check(*loaded.instance, s, 400, 10);
  CHECK(s.others > 0);
}

TEST_CASE("bindings of a rule compete by priority") {
  std::ifstream file(VICINAL_SOURCE_DIR "/examples/controller.vic");
  std::stringstream text;
  text << file.rdbuf();
  const auto loaded = random_models::load(text.str(), "n=5 classes=3");
  REQUIRE(loaded.instance != nullptr);
  for (const std::uint32_t lone : {1U, 10U, 1000U}) {
    Statistics s;
    check(*loaded.instance, s, 1000, lone);
    CHECK(s.failing == 0);
    CHECK(s.others == 0);
  }
  for (const std::uint32_t most_results : {0U, 1U, 5U}) {
    Statistics s;
    check(*loaded.instance, s, 1000, 10, most_results);
    CHECK(s.failing == 0);
    CHECK(s.others > 0);
    CHECK((s.known > 0) == (most_results > 0));
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
  Statistics s;
  check(*loaded.instance, s, 3000, 5);
  CHECK(s.others == 0);
}
