// SPDX-License-Identifier: MIT
// Guards: whatever reduction is asked for, answers are those of plain
// exploration: verdicts, lengths of runs, premises; and `auto` takes what pays.
#include "decide/instances/exploration.hpp"
#include "decide/question/asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <string>

#include "explore/search/replay.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/marked_model.hpp"
#include "tests/random/random_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/slight_model.hpp"
#include "tests/random/symmetric_model.hpp"
#include "tests/random/uniform_model.hpp"

namespace exploration_test {

namespace {

using namespace vicinal;
using decide::Explored;
using decide::Opened;
using decide::Reduction;
using decide::Symmetry;

constexpr std::uint64_t most_states = 3000;

constexpr std::size_t all = SIZE_MAX;

// So many of the first properties are asked.
std::vector<std::size_t> asked_of(const network::Model& model,
                                  std::size_t asked = all) {
  std::vector<std::size_t> properties = decide::invariants(model);
  properties.resize(std::min(properties.size(), asked));
  return properties;
}

// Where others fail counts, too.
std::optional<Explored> explored(const std::string& text, Reduction reduction,
                                 std::uint64_t states, std::size_t asked = all,
                                 Symmetry symmetry = Symmetry::exchanged) {
  auto opened = decide::open_model(text, "model.vic", {});
  INFO(text);
  REQUIRE(opened->good());
  decide::elaborate(*opened);
  // A family may have no instance of its default sizes.
  if (!opened->instance) return std::nullopt;
  explore::Options how;
  how.properties = asked_of(*opened->model, asked);
  how.model_errors = true;
  how.deadlock_is_violation = true;
  how.limits.work = states;
  auto result = decide::explore_instance(*opened, how, reduction, symmetry);
  for (const auto& p : result ? result->exploration.properties
                              : std::vector<explore::PropertyResult>{}) {
    if (p.trace) CHECK(!explore::replay(*opened->instance, *p.trace));
  }
  return result;
}

// Of a property that is true whatever the state, the premise may tell apart
// what change places: nothing is said of it then.
std::vector<std::size_t> said(std::vector<std::size_t> vacuous,
                              const Explored& by,
                              const std::vector<std::size_t>& asked) {
  const bool by_orbits = by.reduction != Reduction::none &&
                         by.reduction != Reduction::lazy && by.symmetry;
  if (!by_orbits) return vacuous;
  for (const std::uint32_t moved : by.symmetry->premises_moved) {
    std::erase(vacuous, asked[moved]);
  }
  return vacuous;
}

void compare(const explore::Exploration& plain, const Explored& reduced,
             const std::vector<std::size_t>& asked) {
  const explore::Exploration& other = reduced.exploration;
  CHECK(other.complete);
  CHECK(said(plain.vacuous, reduced, asked) == other.vacuous);
  REQUIRE(plain.properties.size() == other.properties.size());
  for (std::size_t p = 0; p < plain.properties.size(); ++p) {
    INFO(plain.properties[p].name);
    CHECK(plain.properties[p].outcome == other.properties[p].outcome);
    REQUIRE(plain.properties[p].trace.has_value() ==
            other.properties[p].trace.has_value());
    if (!plain.properties[p].trace) continue;
    CHECK(plain.properties[p].trace->length() ==
          other.properties[p].trace->length());
  }
}

using Chosen = std::map<Reduction, int>;

void compare_reductions(const std::string& text, Chosen& chosen,
                        std::size_t asked = all) {
  const auto plain = explored(text, Reduction::none, most_states, asked);
  if (!plain || !plain->exploration.complete) return;
  const auto properties =
      asked_of(*decide::open_model(text, "model.vic", {})->model, asked);
  for (const Reduction r :
       {Reduction::orbit, Reduction::orbit_multi, Reduction::lazy,
        Reduction::virtually, Reduction::automatic}) {
    INFO(text);
    INFO(decide::text(r));
    const auto other = explored(text, r, 0, asked);
    REQUIRE(other);
    compare(plain->exploration, *other, properties);
    if (r == Reduction::automatic) ++chosen[other->reduction];
  }
  for (const Symmetry how : {Symmetry::detected, Symmetry::larger}) {
    const auto other = explored(text, Reduction::orbit, 0, asked, how);
    REQUIRE(other);
    compare(plain->exploration, *other, properties);
  }
}

// With a value where an integer may start at any.
std::string started(std::string text) {
  const std::string any = " : int;\n";
  for (std::size_t at = text.find(any); at != std::string::npos;
       at = text.find(any, at)) {
    text.replace(at, any.size(), " : int = 1;\n");
  }
  return text;
}

// The highest one may go; or everybody looks at the lower ones all the time.
std::string ranked(bool by_grants, int n = 12) {
  const std::string looks =
      by_grants ? ""
                : " && (forall q in p: index(q) < index(self) => "
                  "q.phase != inside)";
  return "param n : 1.. = " + std::to_string(n) + R"(;
enum Phase { idle, waiting, inside }
shared busy : bool = false;
process P {
  var phase : Phase = idle;
  action wait when phase == idle)" +
         looks + R"( { phase := waiting; }
  action back when phase == waiting)" +
         looks + R"( { phase := idle; }
  action leave when phase == inside { phase := idle; busy := false; }
}
network { node p[n] : P; }
rule grant(c in p) when c.phase == waiting && !busy)" +
         (by_grants ? " priority index(c)" : "") + R"( {
  c.phase := inside;
  busy := true;
}
invariant one: atmost 1 i in p: i.phase == inside;
invariant first: p[0].phase != inside;
)";
}

}  // namespace

TEST_CASE("reductions of random models answer as plain exploration") {
  Chosen chosen;
  const std::uint64_t count = random_models::runs(150);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare_reductions(random_models::exchange_model(seed), chosen);
    compare_reductions(random_models::symmetric_model(seed), chosen);
    random_models::Options options;
    options.flat = seed % 2 == 0;
    compare_reductions(random_models::random_model(seed, options), chosen);
    compare_reductions(random_models::marked_model(seed), chosen);
    compare_reductions(random_models::array_model(seed), chosen);
    compare_reductions(random_models::uniform_model(seed), chosen);
    compare_reductions(random_models::random_family(seed).text, chosen);
    compare_reductions(started(random_models::whole_family(seed).text), chosen);
  }
  // Or the test would test little.
  if (!random_models::enough_runs()) return;
  CHECK(chosen[Reduction::none] > 0);
  CHECK(chosen[Reduction::orbit] > 0);
  CHECK(chosen[Reduction::lazy] > 0);
}

// What nobody asked may fail in one state of an orbit, and not in another.
TEST_CASE("reductions meet failures of what is not asked") {
  Chosen chosen;
  for (const int node : {0, 1, 2}) {
    compare_reductions(fmt::format(R"(
      process P {{
        var x : bool = false;
        action a when forall q in P: !q.x {{ x := true; }}
      }}
      network {{ node p[3] : P; }}
      invariant asked: atmost 1 i in p: i.x;
      invariant other: 6 / (if p[{}].x then 0 else 1) > 0;
    )",
                                   node),
                       chosen, 1);
  }
  const std::uint64_t count = random_models::runs(40);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare_reductions(random_models::exchange_model(seed), chosen, 1);
    compare_reductions(random_models::symmetric_model(seed), chosen, 1);
    compare_reductions(random_models::slight_model(seed).text, chosen, 1);
  }
}

TEST_CASE("no reduction answers where there is no initial state") {
  const std::string text = R"(
    process P { var x : bool; action flip { x := !x; } }
    network { node p[2] : P; }
    init exactly 3 i in p: i.x;
    invariant t: forall i in p: i.x;
  )";
  for (const Reduction r : {Reduction::none, Reduction::orbit, Reduction::lazy,
                            Reduction::virtually, Reduction::automatic}) {
    INFO(decide::text(r));
    CHECK_FALSE(explored(text, r, 0));
  }
}

TEST_CASE("what pays is chosen, and holds what the others hold") {
  const auto lazily = explored(ranked(true), Reduction::automatic, 0);
  REQUIRE(lazily);
  CHECK(lazily->reduction == Reduction::lazy);
  const auto plainly = explored(ranked(false), Reduction::automatic, 0);
  REQUIRE(plainly);
  CHECK(plainly->reduction == Reduction::none);
  for (const bool by_grants : {true, false}) {
    const auto plain = explored(ranked(by_grants), Reduction::none, 0);
    REQUIRE(plain);
    compare(plain->exploration, *(by_grants ? lazily : plainly), {0, 1});
  }
  CHECK(plainly->lazy->compared > 0);
  // Too many states for anything else.
  const auto large = explored(ranked(true, 40), Reduction::automatic, 0);
  REQUIRE(large);
  CHECK(large->exploration.complete);
  CHECK(large->lazy->compared > 0);
}

// Of a property that is true whatever the state its premise need not be: the
// orbit has a state in which it holds, the representative may be another one.
TEST_CASE("a premise that holds in some state of an orbit is no empty one") {
  const std::string text = R"(
process P { var x : bool; }
network { node p[2] : P; }
init p[0].x != p[1].x;
invariant odd: p[0].x => p[0].x;
invariant even: !p[0].x => !p[0].x;
)";
  for (const Reduction r : {Reduction::none, Reduction::orbit, Reduction::lazy,
                            Reduction::virtually, Reduction::automatic}) {
    const auto found = explored(text, r, 0);
    REQUIRE(found);
    CHECK(found->exploration.vacuous.empty());
  }
  const auto by_constraints =
      explored(text, Reduction::orbit, 0, all, Symmetry::detected);
  REQUIRE(by_constraints);
  CHECK(by_constraints->exploration.vacuous.empty());
}

// Nothing is wrong with the file then, nor is anything shown without it.
TEST_CASE("a limit that comes before a group is judged is one of the run") {
  auto opened = decide::open_model(
      "process P { var x : bool = false; action a { x := !x; } }\n"
      "network { node p[3000] : P; }\n"
      "invariant one: exists i in p: !i.x;\n",
      "model.vic", {});
  decide::elaborate(*opened);
  REQUIRE(opened->instance);
  const std::atomic<bool> stopped = true;
  explore::Options how;
  how.properties = asked_of(*opened->model);
  how.limits.stop = &stopped;
  const auto found = decide::explore_instance(
      *opened, how, Reduction::orbit, Symmetry::exchanged, explore::explore,
      false, decide::NamedText{"group.txt", "(p[0] p[1])"});
  REQUIRE(found);
  CHECK(!opened->diagnostics.has_errors());
  CHECK(found->exploration.limit == network::Limit::interrupted);
  CHECK(found->exploration.properties.at(0).verdict() ==
        network::Verdict::unknown);
}

}  // namespace exploration_test
