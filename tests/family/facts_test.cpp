// SPDX-License-Identifier: MIT
// Guards: what is linear in all explored states is found, and says no more than
// small instances show.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>

#include "fixpoint/kept/kept.hpp"
#include "fixpoint/kept/pairs.hpp"
#include "fixpoint/lemmas/cube.hpp"
#include "fixpoint/lemmas/lemmas.hpp"
#include "fixpoint/lemmas/neighbours.hpp"
#include "tests/random/random_model.hpp"
#include "worlds.hpp"

namespace facts_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

// All properties.
fixpoint::Question asking(const random_models::Loaded& loaded) {
  static const network::Definitions nothing_set;
  fixpoint::Question out;
  out.definitions = &nothing_set;
  out.model = &*loaded.model;
  out.properties = loaded.invariants();
  return out;
}

TEST_CASE("facts are true in all explored states") {
  int all = 0, about_somebody = 0;
  const auto [first, last] = seeds(25);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    // Of somebody something must be asked.
    const std::string text =
        random_models::random_family(seed).text +
        "\ninvariant somebody_is_asked_for: exists i in 0..1: i == 0;\n";
    const auto loaded = random_models::load(text);
    if (!loaded.model) continue;
    const SmallBounds bounds = small_bounds();
    const World world = world_of(loaded, bounds);
    auto facts = fixpoint::linear_facts(*loaded.model, world.explored);
    for (std::string& fact :
         fixpoint::existential_facts(asking(loaded), world.explored)) {
      facts.push_back(std::move(fact));
      ++about_somebody;
    }
    for (std::string& fact :
         fixpoint::facts_against_guards(*loaded.model, world.explored)) {
      facts.push_back(std::move(fact));
    }
    for (std::string& fact :
         fixpoint::facts_of_numbers(asking(loaded), world.explored)) {
      facts.push_back(std::move(fact));
    }
    all += static_cast<int>(facts.size());
    if (!world.complete) continue;
    INFO("seed := " << seed << "\n" << text);
    const auto wrong = violated_of(text, facts, bounds);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      CAPTURE(facts[i]);
      CHECK_FALSE(wrong[i]);
    }
  }
  CHECK(all > 0);
  if (random_models::enough_runs()) CHECK(about_somebody > 0);
}

TEST_CASE("what a model states is taken from its text") {
  const auto stated = [](const std::string& more) {
    const auto loaded = random_models::load(R"(
param n : 1.. = 3;
shared open : bool = true;
process Value { var chosen : bool = false; var old : bool = false; }
process V { var vote : id of c = none; var kept : bool; }
process Quorum { var member : bool[v]; }
network { node v[n] : V; node quorum[n] : Quorum; node c[n] : Value; }
def all_for(x, s) = forall m in v: s.member[m] => m.vote == x;
init forall s, t in quorum: exists m in v: s.member[m] && t.member[m];
init exists m in v: m.kept;
init forall m in v: m.vote == none;
rule drop(m in v) { m.kept := false; }
rule vote(x in c, m in v) { m.vote := x; }
rule choose(x in c, s in quorum)
  when (forall m in v: s.member[m] => m.vote == x) && open && !x.old {
  if open { x.chosen := true; } else { x.old := false; }
}
)" + more);
    INFO(loaded.messages());
    REQUIRE(loaded.model != nullptr);
    return fixpoint::stated_facts(*loaded.model);
  };
  const std::string meet =
      "forall s, t in quorum: exists m in v: s.member[m] && t.member[m]";
  const std::string chosen =
      "forall x in c: x.chosen => (exists s in quorum: "
      "(forall m in v: s.member[m] => m.vote == x))";
  const std::string whole =
      "forall x in c: x.chosen => (exists s in quorum: ((forall m in v: "
      "s.member[m] => m.vote == x) && (open) && (!x.old)))";
  CHECK(stated("") == std::vector<std::string>{meet, chosen, whole});
  CHECK(stated("rule leave(s in quorum, m in v) { s.member[m] := false; }") ==
        std::vector<std::string>{chosen, whole});
  // What a definition says stands in its text in other names.
  CHECK(stated("rule close(y in c, q in quorum) when all_for(y, q) "
               "{ open := true; }") ==
        std::vector<std::string>{meet, chosen, whole});
  CHECK(stated("rule close(m in v) when m.kept { open := true; }") ==
        std::vector<std::string>{meet, chosen,
                                 "open => (exists m in v: (m.kept))", whole});
  CHECK(
      stated("rule mark(i in 0..n-1) when i % 2 == 0 { c[i].old := true; }") ==
      std::vector<std::string>{
          meet, chosen, "forall i in 0..n-1: c[i].old => (i % 2 == 0)", whole});
}

TEST_CASE("what a rule asks and does of one somebody is one fact") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 3;
process P {
  var inside : bool;
  var sent : bool[p];
  var allowed : bool = false;
  var phase : 0..2 = 0;
}
network { node p[n] : P; }
init forall a, b in p: !a.sent[b];
rule send(a, b in p) when a.inside && !b.inside {
  a.sent[b] := true;
  b.allowed := true;
}
rule ask(a in p) when a.inside && a.phase == 0 { a.allowed := true; }
rule choose(a, b in p) when b.inside && b.phase == 1 {
  if b.allowed { a.allowed := true; }
  a.phase := 2;
}
)");
  REQUIRE(loaded.model != nullptr);
  CHECK(fixpoint::stated_facts(*loaded.model) ==
        std::vector<std::string>{
            "forall b in p: b.allowed => (exists a in p: (a.inside))",
            "forall a in p: a.allowed => (exists b in p: (b.inside))",
            "forall a in p: a.allowed => (exists b in p: (b.phase == 1))",
            "forall b in p: b.allowed => (exists a in p: (a.sent[b] && "
            "(a.inside) && (!b.inside)))",
            "forall a in p: a.allowed => (exists b in p: ((b.inside) && "
            "(b.phase == 1)))"});
}

// Both families of nodes follow; what follows goes through ports, is taken
// back, or is the node's own, of which cubes speak.
TEST_CASE("what an action tells is said of its node from outside") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 3;
shared turn : id of m = none;
shared some : bool = false;
process V(rank : 0..9) {
  port set link : inout bool;
  var ok : bool[m];
  var led : id of m = none;
  var tired : bool = false;
  action follow(q in m) when q.leader && rank > 1 {
    led := q;
    some := true;
  }
  action rest when exists e in link: e { tired := true; }
  action wake when tired { self.tired := false; }
}
process W {
  var leader : bool = false;
  var done : bool = false;
  action lead when (exists q in v: q.ok[self]) && !leader { leader := true; }
  action take when leader && (forall q in m: !q.done) {
    turn := self;
    self.done := true;
  }
}
network { node v[n] : V(rank = 0); node u[n] : V(rank = 1); node m[n] : W; }
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model != nullptr);
  CHECK(fixpoint::stated_facts(*loaded.model).empty());
  const auto by = [](const char* family) {
    return fmt::format(
        "(exists m1 in {}: (exists q in m: (m1.led == q && (q.leader) && "
        "(m1.rank > 1))))",
        family);
  };
  CHECK(fixpoint::facts_told_by_actions(*loaded.model) ==
        std::vector<std::string>{
            "some => (exists q in m: (q.leader))",
            "some => (exists m1 in v: (m1.rank > 1))",
            "some => (exists q in m: (q.leader))",
            "some => (exists m1 in u: (m1.rank > 1))",
            "forall m1 in m: m1.leader => (exists q in v: q.ok[m1])",
            "forall m1 in m: turn == m1 => (forall q in m: !q.done)",
            "forall m1 in m: m1.done => (forall q in m: !q.done)",
            "some => " + by("v"), "some => " + by("u"),
            "some => " + by("v") + " || " + by("u")});
}

// Senders have two indices; whoever is kept has not sent, but to its first.
const std::string messages = R"(
param n : 1.. = 3;
enum Mood { calm, loud, angry }
process P {
  var sent : bool[p];
  var has : bool[p];
  var kept : bool = false;
  var mood : Mood = calm;
  var last : id of p = none;
  var fixed : bool[p];
}
network { node p[n] : P; }
init forall a, b in p: !a.sent[b] && !a.has[b] && (a.fixed[b] => a == b);
rule send(a, b in p) when !a.kept { a.kept := true; a.sent[b] := true; }
rule hear(a, b in p) when b.sent[a] {
  a.has[b] := true;
  a.mood := loud;
  a.last := b;
}
invariant read: forall a, b in p:
  a.has[b] => a.mood != angry || a.last != none || a.fixed[b];
)";

TEST_CASE("what two places never show together is found") {
  const auto loaded = random_models::load(messages);
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  const auto found = fixpoint::never_in_pairs(
      *loaded.model, fixpoint::vocabulary_of(*loaded.model), world.explored);
  const auto has = [&](const std::string& formula) {
    return std::ranges::count(found, formula) == 1;
  };
  CAPTURE(found);
  CHECK(has("forall m1, m2 in p: !(!m1.kept && m1.sent[m2])"));
  CHECK(has("forall m1, m2 in p: !(!m1.sent[m2] && m2.has[m1])"));
  CHECK(has("forall m1, m2 in p: !(m1.mood == calm && m1.has[m2])"));
  CHECK(has("forall m1, m2 in p: !(m1.last == none && m1.has[m2])"));
  CHECK(has("forall m1, m2 in p: !(m1.sent[m2] && m1.sent[m1] && m1 != m2)"));
  // Nobody is angry, of what no step writes nothing is said, and what is said
  // of any two is not said of two that differ.
  for (const std::string& formula : found) {
    CHECK(formula.find("angry") == std::string::npos);
    CHECK(formula.find("fixed") == std::string::npos);
    CHECK(formula.find("kept && m1.sent[m2] && m1 != m2") == std::string::npos);
  }
}

TEST_CASE("of more nodes than there are nothing is said") {
  const auto loaded = random_models::load(messages);
  REQUIRE(loaded.model);
  SmallBounds one = small_bounds();
  one.size = 1;
  const World world = world_of(loaded, one);
  const auto found = fixpoint::never_in_pairs(
      *loaded.model, fixpoint::vocabulary_of(*loaded.model), world.explored);
  CHECK(!found.empty());
  for (const std::string& formula : found) {
    CAPTURE(formula);
    CHECK(formula.find("m2") == std::string::npos);
  }
}

TEST_CASE("what pairs of places never show is so in all explored states") {
  int all = 0;
  const auto [first, last] = seeds(15);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const std::string text = random_models::random_family(seed).text;
    const auto loaded = random_models::load(text);
    if (!loaded.model) continue;
    const SmallBounds bounds = small_bounds();
    const World world = world_of(loaded, bounds);
    const auto facts = fixpoint::never_in_pairs(
        *loaded.model, fixpoint::vocabulary_of(*loaded.model), world.explored);
    all += static_cast<int>(facts.size());
    if (!world.complete || facts.empty()) continue;
    INFO("seed := " << seed << "\n" << text);
    const auto wrong = violated_of(text, facts, bounds);
    for (std::size_t i = 0; i < facts.size(); ++i) {
      CAPTURE(facts[i]);
      CHECK_FALSE(wrong[i]);
    }
    // The other way to look at explored states agrees.
    const auto holds =
        fixpoint::hold_in_explored(asking(loaded), world.explored, facts);
    CHECK(std::ranges::count(holds, false) == 0);
  }
  if (random_models::enough_runs()) CHECK(all > 0);
}

TEST_CASE("explored states refute what is false in one of them") {
  const auto loaded = random_models::load(messages);
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  const std::vector<std::string> formulas = {
      "forall a, b in p: b.sent[a] => b.kept",
      "forall a, b in p: b.kept => b.sent[a]", "forall a in p: a.mood != angry",
      "forall a in p: a.mood == calm", "1 / (n - 1) >= 0"};
  CHECK(fixpoint::hold_in_explored(asking(loaded), world.explored, formulas) ==
        std::vector<bool>{true, false, true, false, false});
}

TEST_CASE("how many are beyond each level, and whom an array names there") {
  const auto facts_of = [](const std::string& pass) {
    const auto loaded = random_models::load(R"(
param n : 1.. = 3;
shared last[n] : 0..n-1 = 0;
shared who[n] : id of p = none;
shared boss[n] : id of chief = none;
process P {
  var at : 0..n-1 = 0;
  var waits : bool = false;
  action come when !waits && at < n - 1 {
    at := at + 1;
    waits := true;
    last[at] := index(self);
    who[at] := self;
  }
  action pass when waits && (who[at] != self || forall q in p: q != self => )" +
                                            pass + R"() { waits := false; }
}
process Q { action lead { boss[0] := self; } }
network { node p[n] : P; node chief : Q; }
)");
    REQUIRE(loaded.model);
    const World world = world_of(loaded, small_bounds());
    return fixpoint::facts_of_levels(asking(loaded), world.explored);
  };
  const auto found = facts_of("q.at < at");
  CAPTURE(found);
  CHECK(found ==
        std::vector<std::string>{
            "forall k in 0..n-1: count(i in p: i.at > k || i.at == k && "
            "!i.waits) <= n - k",
            "forall i in p: i.waits => i.at > 0",
            "forall i in p: i.waits => (exists j in p: index(j) == last[i.at] "
            "&& j.at == i.at && j.waits)",
            "forall i in p: i.waits => who[i.at] != none && who[i.at].at == "
            "i.at && who[i.at].waits"});
  // Not where two go on together, nor where nobody looks at others' levels.
  CHECK(facts_of("q.at <= at").empty());
  CHECK(facts_of("q.at == 0").empty());
}

TEST_CASE("numbers have bounds, remainders, and few ways to be shown") {
  const auto facts_of = [](const std::string& step) {
    const auto loaded = random_models::load(R"(
param n : 1.. = 3;
shared purse : int = 1;
process P {
  var x : int = 0;
  var up : bool = false;
  var to : id of p = none;
  var seen : bool[p];
  var got : 0..n = 0;
  action go when x < 4 { )" + step + R"( up := !up; }
}
rule give(i in p, j in p) when i.to == none && j.got < n {
  i.to := j;
  j.got := j.got + 1;
  purse := purse + 2;
}
rule hide(i in p) when purse < 0 { purse := i.x; i.seen[i] := true; }
network { node p[n] : P; }
init forall i, j in p: !i.seen[j];
invariant never: purse < 100 && forall i, j in p: i.up && j.seen[i] => i.x < 4;
)");
    INFO(loaded.messages());
    REQUIRE(loaded.model);
    const World world = world_of(loaded, small_bounds());
    return fixpoint::facts_of_numbers(asking(loaded), world.explored);
  };
  const auto found = facts_of("x := x + 2;");
  CAPTURE(found);
  const auto has = [](const std::vector<std::string>& all,
                      const std::string& formula) {
    return std::ranges::count(all, formula) == 1;
  };
  CHECK(has(found, "forall m1 in p: m1.x >= 0"));
  CHECK(has(found, "forall m1 in p: m1.x % 2 == 0"));
  CHECK(has(found, "purse % 2 == 1"));
  CHECK(has(found, "forall m1 in p: m1.got == count(m2 in p: m2.to == m1)"));
  CHECK_FALSE(has(found, "purse <= 7"));
  // Which of them steps keep is not asked here.
  const auto others = facts_of("x := x + 1; to := self;");
  CAPTURE(others);
  CHECK_FALSE(has(others, "forall m1 in p: m1.x % 2 == 0"));
  CHECK_FALSE(
      has(others, "forall m1 in p: m1.got == count(m2 in p: m2.to == m1)"));
}

TEST_CASE("all that a node shows is said where it is little") {
  const auto facts_of = [](const std::string& most) {
    const auto loaded = random_models::load(
        "param n : 1.. = 2;\n"
        "process A { var x : int = 0; var up : bool = false;\n"
        "  action step when x < " +
        most +
        " { x, up := x + 1, !up; } }\n"
        "network { node a[n] : A; }\n"
        "invariant q: forall i in a: i.x == 1 => i.up;\n");
    REQUIRE(loaded.model);
    const World world = world_of(loaded, small_bounds());
    return fixpoint::facts_of_numbers(asking(loaded), world.explored);
  };
  const auto few = facts_of("2");
  CAPTURE(few);
  CHECK(few == std::vector<std::string>{
                   "forall m1 in a: m1.x >= 0", "forall m1 in a: m1.x <= 2",
                   "forall m1 in a: m1.x == 0 && !m1.up || m1.x == 1 && m1.up "
                   "|| m1.x == 2 && !m1.up"});
  CHECK(facts_of("30").size() == 2);
}

TEST_CASE("numbers of all nodes are looked at") {
  const auto loaded = random_models::load(R"(
param n : 2.. = 2;
process A {
  var x : int = 0;
  action rise when index(self) > 0 && x < 4 { x := x + 4; }
}
network { node a[n] : A; }
invariant q: forall i in a: i.x != 2;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  const auto found = fixpoint::facts_of_numbers(asking(loaded), world.explored);
  CHECK(std::ranges::count(found, "forall m1 in a: m1.x >= 0") == 1);
  CHECK(std::ranges::count(found, "forall m1 in a: m1.x <= 0") == 0);
}

// Of what is beyond the constants of the text nobody says that it ends there.
TEST_CASE("numbers below 0 have remainders, and great ones no bound") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 2;
process A {
  var x : int = -1;
  var z : int = 3;
  action fall when x > -9 { x := x - 4; }
  action grow when z < 10 { z := z * z; }
}
network { node a[n] : A; }
invariant q: forall i in a: i.x != 7;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  auto found = fixpoint::facts_of_numbers(asking(loaded), world.explored);
  CAPTURE(found);
  REQUIRE(found.size() == 5);
  found.pop_back();  // all that they show together
  CHECK(found == std::vector<std::string>{"forall m1 in a: m1.x <= -1",
                                          "forall m1 in a: m1.x % 4 == 3",
                                          "forall m1 in a: m1.z >= 3",
                                          "forall m1 in a: m1.z % 6 == 3"});
}

TEST_CASE("what is said of a place is said elsewhere") {
  const auto facts_of = [](const std::string& put) {
    const auto loaded = random_models::load(R"(
param n : 1.. = 2;
shared cell[n] : id of a = none;
shared taken[n] : bool = false;
process A {
  var at : 0..n-1 = 0;
  var inside : bool = false;
  var own : 0..2 = 1;
  var best : 0..2 = 0;
  var last : 0..2 = 0;
  action enter when !inside && !taken[at] { inside := true; )" +
                                            put + R"( }
  action move when !inside { at := (at + 1) % n; }
  action see(b in 0..1) { best := if b == 0 then last else own; }
  action keep { last := own; }
}
network { node a[n] : A; }
invariant real: forall i in a: i.best > 0 => (exists j in a: j.own == i.best);
)");
    INFO(loaded.messages());
    REQUIRE(loaded.model);
    const World world = world_of(loaded, small_bounds());
    return fixpoint::facts_of_places(asking(loaded), world.explored);
  };
  const auto found = facts_of("taken[at] := true; cell[at] := self;");
  CAPTURE(found);
  CHECK(found ==
        std::vector<std::string>{
            "forall i in a: i.inside => cell[i.at] == i",
            "forall i in a: i.inside => taken[i.at]",
            "forall i in a: i.last > 0 => (exists j in a: j.own == i.last)",
            "forall i in a: i.own > 0 => (exists j in a: j.own == i.own)"});
  const auto others = facts_of("taken[n - 1] := true;");
  CHECK(std::ranges::count(others, found.front()) == 0);
}

// What would be said of other places is no formula, and then nothing is looked
// at in explored states.
TEST_CASE("what is said of a place is said of nothing that differs from it") {
  const auto loaded = random_models::load(R"(
param n : 1.. = 2;
shared grid[n][n] : bool = false;
shared some : bool = false;
shared owner[n] : id of b = none;
process A {
  var at : 0..n-1 = 0;
  var inside : bool = false;
  var own : 0..2 = 1;
  var best : 0..2 = 0;
  action enter(q in b) when !inside {
    inside := own > 0;
    some := true;
    grid[at][at] := true;
    owner[at] := q;
  }
  action move when !inside { at := (at + 1) % n; }
  action see(q in b) { best := q.mine; }
  action keep { best := own; }
}
process B { var mine : 0..2 = 1; action turn { mine := 2; } }
network { node a[n] : A; node b[n] : B; }
def real(i) = i.best > 0 => (exists j in a: j.own > 0);
invariant by_definition: forall i in a: real(i);
invariant by_text: forall i in a: i.best > 2 => i.inside || i.own > 0;
)");
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  CHECK(fixpoint::facts_of_places(asking(loaded), world.explored) ==
        std::vector<std::string>{
            "forall i in a: i.own > 2 => i.inside || i.own > 0"});
}

TEST_CASE("facts that steps keep are kept beside false ones") {
  const auto loaded = random_models::load(messages + R"(
rule forget(a in p) when forall b in p: a.has[b] { a.kept := true; }
)");
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  obligations::Judge judge;
  const auto kept = fixpoint::kept_facts(asking(loaded), world.explored, {},
                                         judge, 50'000'000);
  const auto has = [&](const std::string& formula) {
    return std::ranges::count(kept, formula, &fixpoint::CoverText::formula);
  };
  CHECK(has("forall m1, m2 in p: !(!m1.sent[m2] && m2.has[m1])") == 1);
  CHECK(has("forall a in p: a.kept => (forall b in p: a.has[b])") == 0);
  // Of a search that comes to no end nothing is known.
  CHECK(fixpoint::kept_facts(asking(loaded), world.explored, {}, judge, 1)
            .empty());
}

TEST_CASE("somebody voted wherever the votes are told") {
  const std::string text = R"(
param n : 1.. = 3;
shared won : bool = false;
shared told : bool = false;
process V { var up : bool = false; action rise { up := true; } }
network { node v[n] : V; }
rule win(q in v) when q.up { won := true; }
rule tell when won { told := true; }
)";
  const auto plain = random_models::load(text + "invariant i: told => won;");
  REQUIRE(plain.model);
  const World world = world_of(plain, small_bounds());
  // Nobody asks for such a thing.
  CHECK(fixpoint::existential_facts(asking(plain), world.explored).empty());
  const auto loaded =
      random_models::load(text + "invariant i: told => exists q in v: q.up;");
  REQUIRE(loaded.model);
  const World same = world_of(loaded, small_bounds());
  const auto facts = fixpoint::existential_facts(asking(loaded), same.explored);
  CHECK(facts == std::vector<std::string>{"won => (exists m1 in v: m1.up)",
                                          "told => (exists m1 in v: m1.up)"});
}

TEST_CASE("where a guard asks all, somebody may be against it") {
  const auto facts_with = [](const std::string& guard) {
    const auto loaded = random_models::load(fmt::format(R"(
param n : 1.. = 3;
shared busy : bool = false;
process P {{
  var inside : bool = false;
  var done : bool = false;
  var ins : bool = false;
}}
network {{ node p[n] : P; }}
rule enter(i in p) when {} {{ i.inside := true; busy := true; }}
rule leave(i in p) when i.inside {{
  i.inside := false; i.done := true; busy := false;
}}
)",
                                                        guard));
    REQUIRE(loaded.model);
    const World world = world_of(loaded, small_bounds());
    return fixpoint::facts_against_guards(*loaded.model, world.explored);
  };
  using Facts = std::vector<std::string>;
  const Facts busy = {"busy => (exists m1 in p: m1.inside)"};
  CHECK(facts_with("forall j in p: !j.inside") == busy);
  CHECK(facts_with("!(i.done && !(forall j in p: j == i || !j.inside)) && "
                   "!busy") == busy);
  CHECK(facts_with("!busy").empty());
  // Of a variable whose name begins as another's does.
  CHECK(facts_with("!busy && forall j in p: !j.ins").empty());
  CHECK(facts_with("!busy && forall j in p: !(j.done && !j.done)").empty());
}

TEST_CASE("a counter is a count while nobody settles") {
  const std::string text = R"(
enum Phase { away, here, settling }
param n : 1.. = 1;
process P {
  port left : inout 0..n;
  var phase : Phase = away;
  action come when phase == away && left > 0 {
    left := left - 1;
    phase := here;
  }
  action begin when phase == here { phase := settling; left := 0; }
  action end when phase == settling && left == 0 { left := n; }
}
network {
  node p[n] : P;
  edge counter : 0..n = n;
  for i in 0..n-1 { connect p[i].left to counter; }
}
)";
  const auto loaded = random_models::load(text);
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  CHECK(fixpoint::linear_facts(*loaded.model, world.explored).empty());
  const auto facts = fixpoint::conditional_facts(*loaded.model, world.explored);
  const std::string settling = "count(m1 in p: m1.phase == settling) == 0 => ";
  CHECK(std::count(facts.begin(), facts.end(),
                   settling +
                       "sum(m1 in counter: m1) + count(m1 in p: m1.phase == "
                       "here) == n") == 1);
  const auto wrong = violated_of(text, facts, small_bounds());
  CHECK(std::count(wrong.begin(), wrong.end(), true) == 0);
}

std::vector<std::string> facts_of_pairs(const std::string& give,
                                        const std::string& variables) {
  const auto loaded = random_models::load(fmt::format(
      R"(
param n : 1.. = 1;
process A {{
  port out : inout 0..2;
  {}
  action send {}
}}
process B {{
  port from : inout 0..2;
  var has : 0..2 = 0;
  action take when from > 0 {{ from := from - 1; has := has + 1; }}
}}
network {{
  node a[n] : A;
  node b[n] : B;
  edge e[n] : 0..2 = 0;
  for i in 0..n-1 {{ connect a[i].out, b[i].from to e[i]; }}
}}
)",
      variables, give));
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  return fixpoint::facts_of_neighbours(
      *loaded.model, fixpoint::vocabulary_of(*loaded.model), world.explored);
}

TEST_CASE("what neighbours share is an equation") {
  const auto facts =
      facts_of_pairs("when had > 0 { had := had - 1; out := out + 1; }",
                     "var had : 0..2 = 2;");
  CHECK(facts ==
        std::vector<std::string>{
            "forall m1 in a, m2 in b: same(m1.out, m2.from) => m2.has + "
            "m1.out + m1.had == 2",
            "forall m1 in a: m1.had + m1.out <= 2",
            "forall m1 in b: m1.from + m1.has <= 2"});
}

TEST_CASE("equations of differences bound nothing, and halves are no factors") {
  const auto facts = facts_of_pairs(
      "when gave < 2 { gave := gave + 1; twice := twice + 2; out := out + 1; }",
      "var twice : 0..4 = 0; var gave : 0..2 = 0;");
  CHECK(facts == std::vector<std::string>{
                     "forall m1 in a: 2 * m1.gave == m1.twice",
                     "forall m1 in a, m2 in b: same(m1.out, m2.from) => 2 * "
                     "m2.has + 2 * m1.out == m1.twice"});
}

TEST_CASE("a truth counts as one in equations") {
  const auto facts = facts_of_pairs(
      "when !half && x < 2 { x := x + 1; half := true; }"
      "action over when half { y := y + 1; half := false; }",
      "var x, y : 0..2 = 0; var half : bool = false;");
  const std::string wanted =
      "forall m1 in a: (if m1.half then 1 else 0) + m1.y == m1.x";
  CHECK(std::count(facts.begin(), facts.end(), wanted) == 1);
}

std::vector<std::string> facts_of_readers(const std::string& enter) {
  const auto loaded = random_models::load(fmt::format(R"(
param n : 1.. = 1;
shared readers : 0..n = 0;
process A {{
  var phase : 0..2 = 0;
  action enter when {} {{ phase := 1; }}
  action read when phase == 1 && readers < n {{ phase := 2; readers := readers + 1; }}
  action leave when phase == 2 && readers > 0 {{ phase := 0; readers := readers - 1; }}
}}
network {{ node a[n] : A; }}
)",
                                                      enter));
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  const World world = world_of(loaded, small_bounds());
  return fixpoint::linear_facts(*loaded.model, world.explored);
}

TEST_CASE("numbers that say where a process stands are counted") {
  const std::string wanted = "count(m1 in a: m1.phase == 2) == readers";
  const auto facts = facts_of_readers("phase == 0");
  CHECK(std::count(facts.begin(), facts.end(), wanted) == 1);
  // Not where they are compared as numbers: of these there are sums.
  const auto others = facts_of_readers("phase < 1");
  CHECK(std::count(others.begin(), others.end(), wanted) == 0);
}

}  // namespace

}  // namespace facts_test
