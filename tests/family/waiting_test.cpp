// SPDX-License-Identifier: MIT
// Guards: that nobody waits in a circle is proved of forks that are taken in
// order, by who holds a fork and who waits last, and of no other order.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "answers.hpp"
#include "fixpoint/lemmas/lemmas.hpp"
#include "tests/random/loaded.hpp"
#include "worlds.hpp"

namespace waiting_test {

namespace {

using namespace vicinal;
using namespace vicinal::family_tests;

// A philosopher takes the fork `first`, then the other one. The last of the
// table has fork 0 at the port `back`.
std::string table(const std::string& back, const std::string& other,
                  const std::string& more = "") {
  return R"(
param n : 2.. = 3;
enum Phase { thinking, waiting, eating }
process P {
  port low, high : inout bool;
  var phase : Phase = thinking;
  action first when phase == thinking && !low {
    low := true;
    phase := waiting;
  }
  action second when phase == waiting && !high {
    high := true;
    phase := eating;
  }
  action leave when phase == eating {
    low := false;
    high := false;
    phase := thinking;
  }
}
network {
  node p[n] : P;
  edge fork[n] : bool = false;
  for i in 0..n-2 { connect p[i].low to fork[i]; connect p[i].high to fork[i + 1]; }
  connect p[n - 1].)" +
         back + " to fork[0];\n  connect p[n - 1]." + other +
         " to fork[n - 1];\n}\ninvariant live: enabled;\n" + more;
}

network::Verdict live(const std::string& text) {
  const auto opened = good(text);
  const auto answers = decided(*opened, 0).answers();
  REQUIRE(!answers.empty());
  return answers.front().verdict;
}

bool among(const std::vector<std::string>& list, const std::string& one) {
  return std::ranges::find(list, one) != list.end();
}

}  // namespace

TEST_CASE("who holds a fork and who waits last is read off small tables") {
  const auto loaded = random_models::load(table("low", "high"));
  REQUIRE(loaded.model != nullptr);
  const World world = world_of(loaded, small_bounds());
  const auto found = fixpoint::waiting_facts(*loaded.model, world.explored);
  CHECK(among(found.holders,
              "forall m1 in fork: m1 => (exists m2 in p: (same(m2.low, m1) && "
              "(m2.phase == waiting || m2.phase == eating)) || (same(m2.high, "
              "m1) && (m2.phase == eating)))"));
  CHECK(among(found.last,
              "(exists m1 in p: m1.phase == waiting) => (exists m1 in p: "
              "m1.phase == waiting && (forall m2 in p: m2.phase == waiting => "
              "index(m2) <= index(m1)))"));
}

TEST_CASE("that forks are taken in order is what makes it so") {
  CHECK(live(table("low", "high")) == network::Verdict::proved);
  CHECK(live(table("high", "low")) == network::Verdict::violated);
}

// A table where each takes the left fork first, but for those whom
// `first_right` is true of. Who waits at which fork depends on the index.
TEST_CASE("that somebody begins at the other side is what makes it so") {
  const auto sides = [](const std::string& first_right) {
    return R"(
param n : 2.. = 3;
enum Phase { thinking, waiting, eating }
process P {
  port left, right : inout bool;
  var phase : Phase = thinking;
  action one when phase == thinking && !()" +
           first_right + R"() && !left { left := true; phase := waiting; }
  action other when phase == thinking && ()" +
           first_right + R"() && !right { right := true; phase := waiting; }
  action second when phase == waiting && (if )" +
           first_right + R"( then !left else !right) {
    left := true;
    right := true;
    phase := eating;
  }
  action leave when phase == eating {
    left := false;
    right := false;
    phase := thinking;
  }
}
network {
  node p[n] : P;
  edge fork[n] : bool = false;
  for i in 0..n-1 {
    connect p[i].left to fork[i];
    connect p[i].right to fork[(i + 1) % n];
  }
}
invariant live: enabled;
)";
  };
  CHECK(live(sides("index(self) == 0")) == network::Verdict::proved);
  CHECK(live(sides("index(self) % 2 == 1")) == network::Verdict::proved);
  CHECK(live(sides("index(self) > 3")) == network::Verdict::violated);
}

// Goods go from `from` to `to` along a chain, to whoever has given a credit;
// what follows says who shares a link.
std::string chain(const std::string& from, const std::string& to,
                  const std::string& first, const std::string& last,
                  const std::string& wiring, const std::string& open) {
  return R"(
param n : 1.. = 2;
enum Slot { empty, credit, full }
process P {
  port left, right : inout Slot;
  var has : bool = false;
  action grant when )" +
         from + " == empty && !has { " + from +
         " := credit; }\n  action receive when " + from +
         " == full && !has { " + from +
         " := empty; has := true; }\n  action send when has && " + to +
         " == credit { " + to + R"( := full; has := false; }
}
process Source {
  port out : inout Slot;
  action send when out == credit { out := full; }
}
process Sink {
  port goods : inout Slot;
  action grant when )" +
         open + R"( { goods := credit; }
  action receive when goods == full { goods := empty; }
}
network {
  node p[n] : P;
  node source : Source;
  node sink : Sink;
  edge link[n + 1] : Slot = empty;
  connect source.out to link[)" +
         first + "];\n  connect sink.goods to link[" + last + "];\n" + wiring +
         "}\ninvariant live: enabled;\n";
}

TEST_CASE("who waits for a neighbour is proved by the neighbour") {
  const std::string right =
      "  for i in 0..n-1 { connect p[i].left to link[i]; connect p[i].right to "
      "link[i + 1]; }\n";
  const std::string around =
      "  for i in 0..n-1 { connect p[i].left to link[i]; connect p[i].right to "
      "link[(i + 1) % (n + 1)]; }\n";
  for (const std::string& wiring : {right, around}) {
    CHECK(live(chain("left", "right", "0", "n", wiring, "goods == empty")) ==
          network::Verdict::proved);
    CHECK(live(chain("right", "left", "n", "0", wiring, "goods == empty")) ==
          network::Verdict::proved);
    CHECK(live(chain("right", "left", "n", "0", wiring, "goods == full")) ==
          network::Verdict::violated);
  }
}

// Tokens are copied, so that nobody counts them, and never lost.
TEST_CASE("what always moves on is always somewhere") {
  const std::string ring = R"(
param n : 2.. = 3;
process P {
  port left, right : inout bool;
  var has : bool = false;
  var keeps : bool = false;
  action take when left && !has { left := false; has := true; }
  action pass when has && !right { right := true; has := keeps; keeps := !keeps; }
  action drop when has && right { has := false; }
}
network {
  node p[n] : P;
  edge e[n] : bool = index == 0;
  for i in 0..n-1 { connect p[i].right to e[i]; connect p[i].left to e[(i + 1) % n]; }
}
invariant live: enabled;
)";
  const auto loaded = random_models::load(ring);
  REQUIRE(loaded.model != nullptr);
  const World world = world_of(loaded, small_bounds());
  const auto found = fixpoint::waiting_facts(*loaded.model, world.explored);
  CHECK(among(found.traps, "(exists m1 in p: m1.has) || (exists m1 in e: m1)"));
  CHECK(live(ring) == network::Verdict::proved);
}

// Tickets of those who wait, or have their turn.
std::string tickets(const std::string& first) {
  return R"(
param n : 1.. = 2;
enum Phase { idle, waiting, inside }
shared next : 0..2 * n + 2 = 0;
shared now : 0..2 * n + 2 = 0;
process P {
  var phase : Phase = idle;
  var ticket : 0..2 * n + 2 = 0;
  action take when phase == idle && next < 2 * n + 1 {
    ticket := next;
    next := next + )" +
         first + R"(;
    phase := waiting;
  }
  action enter when phase == waiting && ticket == now { phase := inside; }
  action leave when phase == inside { now := now + 1; phase := idle; }
}
network { node p[n] : P; }
)";
}

// Those that solvers use with least work first.
std::vector<std::string> all_facts(const network::Model& model,
                                   const World& world) {
  const auto facts = fixpoint::facts_of_all(model, world.explored);
  std::vector<std::string> out;
  for (const auto* list : {&facts.light, &facts.counted, &facts.others}) {
    out.insert(out.end(), list->begin(), list->end());
  }
  return out;
}

TEST_CASE("who has the numbers between two is read off small instances") {
  const std::string fact =
      "forall m1 in now..next - 1: (exists m2 in p: !(m2.phase == idle) && "
      "m2.ticket == m1)";
  const auto facts_of = [](const std::string& text) {
    const auto loaded = random_models::load(text);
    REQUIRE(loaded.model != nullptr);
    const World world = world_of(loaded, small_bounds());
    return all_facts(*loaded.model, world);
  };
  CHECK(among(facts_of(tickets("1")), fact));
  CHECK_FALSE(among(facts_of(tickets("2")), fact));
}

TEST_CASE("facts and principles for ranks hold in small instances") {
  for (const std::string& text :
       {tickets("1"), tickets("2"), table("low", "high")}) {
    const auto loaded = random_models::load(text);
    REQUIRE(loaded.model != nullptr);
    const World world = world_of(loaded, small_bounds());
    std::vector<std::string> all = all_facts(*loaded.model, world);
    const auto ends = fixpoint::first_and_last(*loaded.model, world.explored);
    CHECK(all.size() > 1);
    CHECK(ends.size() > 1);
    all.insert(all.end(), ends.begin(), ends.end());
    const std::vector<bool> violated = violated_of(text, all, small_bounds());
    REQUIRE(violated.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      INFO(all[i]);
      CHECK_FALSE(violated[i]);
    }
  }
  const auto loaded = random_models::load(tickets("1"));
  const World world = world_of(loaded, small_bounds());
  CHECK(among(fixpoint::first_and_last(*loaded.model, world.explored),
              "(exists m1 in p: m1.phase == waiting) => (exists m1 in p: "
              "m1.phase == waiting && (forall m2 in p: m2.phase == waiting => "
              "m2.ticket >= m1.ticket))"));
}

// Nobody is before all others, so that it must not be taken for a principle.
TEST_CASE("an assertion that is near a principle is not believed") {
  const std::string strict =
      "assert last: (exists i in p: i.phase == waiting) => (exists i in p: "
      "i.phase == waiting && (forall j in p: j.phase == waiting => index(j) < "
      "index(i)));\n";
  CHECK(live(table("high", "low", strict)) == network::Verdict::violated);
  const std::string two =
      "assert last: (exists i in p: i.phase == waiting) => (exists i in p: "
      "i.phase == eating && (forall j in p: j.phase == waiting => index(j) <= "
      "index(i)));\n";
  CHECK(live(table("high", "low", two)) == network::Verdict::violated);
}

}  // namespace waiting_test
