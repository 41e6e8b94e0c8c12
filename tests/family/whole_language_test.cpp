// SPDX-License-Identifier: MIT
// Guards: of families with integers, shared variables that are written and
// rules, what is proved for every size holds in all instances that can be
// explored, and the run of what is violated is one, which ends in a violation.
//
// By hand, VICINAL_TEST_SEEDS=1-1000 prints a line for each family.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <random>

#include "answers.hpp"
#include "families.hpp"
#include "tests/oracle/family.hpp"
#include "tests/random/claimed_family.hpp"
#include "tests/random/level_family.hpp"
#include "tests/random/moving_family.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/seen_family.hpp"
#include "tests/random/stride_family.hpp"

namespace whole_language_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;
using network::Verdict;

// Some claims become assertions, the first stays a claim.
std::string with_assertions(std::string text, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  for (std::size_t i = 1;; ++i) {
    const std::string name = fmt::format("invariant q{}:", i);
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return text;
    if (dice() % 4 == 0) {
      text.replace(at, std::string("invariant").size(), "assert");
    }
  }
}

// Answers about families with these seeds.
AnswerCounts checked(std::pair<std::uint64_t, std::uint64_t> of,
                     const std::function<std::string(std::uint64_t)>& family) {
  AnswerCounts counts;
  for (std::uint64_t seed = of.first; seed <= of.second; ++seed) {
    const std::string text = with_assertions(family(seed), seed);
    INFO("seed " << seed << "\n" << text);
    check_family(text, seed, counts);
  }
  if (by_hand()) fmt::print("S\t{}\n", counts.text());
  return counts;
}

// Of sixty families, none of which is refused; nothing where fewer than `least`
// are asked: too few to say how many answers of a kind there are.
std::optional<AnswerCounts> many_checked(
    const std::function<std::string(std::uint64_t)>& family,
    std::uint64_t least = 60) {
  const auto of = least < 60 ? seeds(60) : costly_seeds(60);
  AnswerCounts counts = checked(of, family);
  INFO(counts.text());
  CHECK(counts.refused == 0);
  if (of.second + 1 < of.first + least) return std::nullopt;
  return counts;
}

}  // namespace

TEST_CASE("answers about families of the whole language are right") {
  const auto of = costly_seeds(20);
  const AnswerCounts counts = checked(of, [](std::uint64_t seed) {
    return random_models::whole_family(seed).text;
  });
  INFO(counts.text());
  // What is known in a given time depends on the machine; something is.
  if (of.second >= of.first + 19) {
    CHECK(counts.proved > 0);
    CHECK(counts.violated > 5);
    CHECK(counts.refused * 2 < counts.families);
  }
}

TEST_CASE("answers that take more than facts about some nodes are right") {
  auto counts = many_checked(random_models::claimed_family);
  if (!counts) return;
  for (const char* kind :
       {"somebody", "a majority", "a count or sum", "an index",
        "an array by nodes", "a quotient", "no model error"}) {
    INFO(kind);
    CHECK(counts->kinds[kind].proved > 0);
    CHECK(counts->kinds[kind].violated > 0);
  }
}

TEST_CASE("answers about counts of what is seen at ports are right") {
  auto counts = many_checked(random_models::seen_family);
  if (!counts) return;
  CHECK(counts->kinds["a count or sum"].proved > 5);
  CHECK(counts->kinds["a count or sum"].violated > 20);
}

TEST_CASE("answers about who can move are right") {
  auto counts = many_checked(random_models::moving_family);
  if (!counts) return;
  for (const std::size_t nodes : {4, 5, 6}) {
    INFO(nodes << " nodes");
    CHECK(counts->seen.whole[nodes] > 10);
  }
  CHECK(counts->kinds["who can move"].proved > 5);
  CHECK(counts->kinds["who can move"].violated > 20);
}

TEST_CASE("answers about counts by levels are right") {
  auto counts = many_checked(random_models::level_family, 30);
  if (!counts) return;
  CHECK(counts->kinds["a count or sum"].proved > 1);
  CHECK(counts->kinds["a count or sum"].violated > 8);
  CHECK(counts->seen.whole[3] > 10);
}

TEST_CASE("answers about numbers that go on together are right") {
  auto counts = many_checked(random_models::stride_family, 30);
  if (!counts) return;
  CHECK(counts->kinds["nothing of these"].proved > 5);
  CHECK(counts->kinds["nothing of these"].violated > 2);
  CHECK(counts->by_strides > 1);
}

TEST_CASE("explorer and oracle agree about families of the whole language") {
  const auto [first, last] = costly_seeds(60);
  int found = 0;
  oracle::SmallBounds bounds;
  bounds.size = 3;
  bounds.nodes = 4;
  bounds.graph_nodes = 2;
  bounds.states = 300;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text =
        explorable(random_models::whole_family(seed).text)[0];
    const auto loaded = random_models::load(text);
    INFO("seed " << seed << "\n" << text << loaded.messages());
    REQUIRE(loaded.model);
    const auto by_oracle = oracle_violations(loaded.tree, bounds);
    oracle::SmallBounds more = bounds;
    more.states = 4 * bounds.states;
    const auto explored = violations(loaded.tree, *loaded.model, more);
    for (const auto& [name, at] : by_oracle) {
      INFO(name << " at " << at);
      CHECK(explored.contains(name));
      ++found;
    }
  }
  if (last >= first + 59) CHECK(found > 30);
}

// Of a line and of graphs: what proofs are held against reaches so far.
TEST_CASE("what no fewer than six nodes violate is seen") {
  const std::string line = R"(
param n : 0.. = 1;
process P { var x : bool = false; action a { x := true; } }
network { node p[n] : P; }
invariant few: atmost 5 i in p: i.x;
)";
  const std::string graph = R"(
process P { port set link : inout bool; var x : bool = false;
  action a { x := true; } }
network any { node p : P; edge e : bool = false via link; }
invariant few: )";
  const std::string degree = graph + "forall i in p: atmost 4 l in i.link: !l;";
  for (const std::string& text :
       {line, graph + "atmost 5 i in p: i.x;", degree}) {
    const auto loaded = random_models::load(text);
    INFO(text << loaded.messages());
    REQUIRE(loaded.model);
    SmallBounds bounds = up_to_six_nodes();
    SizesSeen seen;
    CHECK(
        violations(loaded.tree, *loaded.model, bounds, &seen).contains("few"));
    CHECK(seen.whole[6] > 0);
    bounds.nodes = 5;
    CHECK(violations(loaded.tree, *loaded.model, bounds).empty());
  }
}

// Whom somebody follows was chosen by somebody; or follows before that.
TEST_CASE("what actions tell, as their guards ask it, is so of every size") {
  const auto followed = [](const std::string& when) {
    const auto opened = good(R"(
param n : 1.. = 3;
param m : 1.. = 2;
process V {
  var ok : bool[w];
  var led : id of w = none;
  action give(q in w) { ok[q] := true; }
  action follow(q in w) when q.)" +
                             when + R"( { led := q; }
}
process W {
  var ready : bool = false;
  var leader : bool = false;
  action prepare { ready := true; }
  action lead when exists q in v: q.ok[self] { leader := true; }
}
network { node v[n] : V; node w[m] : W; }
init forall i in v, j in w: !i.ok[j];
invariant chosen: forall i in w, j in v: j.led == i => exists q in v: q.ok[i];
)");
    const auto answers = decided(*opened, 0).answers();
    REQUIRE(!answers.empty());
    return answers.front().verdict;
  };
  CHECK(followed("leader") == Verdict::proved);
  CHECK(followed("ready") == Verdict::violated);
}

// A shared number doubles; beyond 64 bits it goes on.
TEST_CASE("integers go beyond what can be explored") {
  const std::string text = R"(
param n : 1.. = 1;
shared x : int = 1;
process P { action double { x := x + x; } }
network { node p[n] : P; }
invariant small: x < 9223372036854775807;
invariant positive: x > 0;
)";
  const auto opened = good(text);
  const decide::Report report = decided(*opened, 0);
  REQUIRE(report.family);
  for (const auto& a : report.family->answers) {
    INFO(a.name);
    if (a.name == "small") {
      CHECK(a.verdict == Verdict::unknown);
    } else {
      CHECK(a.verdict == Verdict::proved);
    }
  }
}

// A parameter of graphs is no size of theirs: every graph is an instance.
TEST_CASE("what fails at larger graphs than are looked at is not proved") {
  const std::string text = R"(
param low : 0..1 = 1;
process P { port set link : inout bool; var x : bool = false;
  action a { x := true; } }
network any { node p : P; edge e : bool = false via link; }
invariant few: atmost 5 i in p: i.x;
invariant some: forall i in p: i.x => low < 2;
)";
  const auto opened = good(text);
  const decide::Report report = decided(*opened, 3);
  REQUIRE(report.family);
  CHECK(decide::excluded_sizes(*report.family).empty());
  for (const auto& a : report.family->answers) {
    CHECK((a.name == "few") == (a.verdict == Verdict::unknown));
  }
}

}  // namespace whole_language_test
