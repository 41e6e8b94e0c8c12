// SPDX-License-Identifier: MIT
// Guards: the invariants of pairs that the oracle computes (LS conditions (6)
// to (11)), by the known answers of design 9 and 7.2, and on random models by
// what they must contain and be contained in.
#include <algorithm>
#include <catch2/catch.hpp>

#include "parsed.hpp"
#include "tests/random/random_model.hpp"

namespace pairs_test {

namespace {

using namespace vicinal;
using oracle::Instance;
using test::example;
using test::Parsed;

constexpr std::size_t budget = 2500;

using Local = std::map<std::string, std::string>;  // s[0].phase: eating

Local read(const std::string& text) {
  Local out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("; ", begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    out[part.substr(0, equals)] = part.substr(equals + 1);
    begin = end + 2;
  }
  return out;
}

std::string station(std::size_t i) {
  return "s[" + std::to_string(i) + "]";
}

std::string key(std::size_t i, std::size_t j) {
  return station(i) + "," + station(j);
}

// Whether every set of `small` is inside that of `large`.
bool inside(const Instance::Theta& small, const Instance::Theta& large) {
  return std::all_of(small.begin(), small.end(), [&](const auto& entry) {
    const auto& set = large.at(entry.first);
    return std::includes(set.begin(), set.end(), entry.second.begin(),
                         entry.second.end());
  });
}

// The projections of the pairs' sets onto the single nodes.
Instance::Theta onto_nodes(const Instance& o, const Instance::Theta& pairs) {
  Instance::Theta out;
  for (std::size_t m = 0; m < o.nodes().size(); ++m) {
    std::set<std::string> names;
    for (const auto& [name, v] : o.nodes()[m].variables) {
      names.insert(o.variables()[v].name);
    }
    for (const std::size_t e : o.in_out(m)) {
      names.insert(o.variables()[o.edges()[e].variable].name);
    }
    for (std::size_t n = 0; n < o.nodes().size(); ++n) {
      if (m == n) continue;
      const std::string pair =
          o.nodes()[std::min(m, n)].name + "," + o.nodes()[std::max(m, n)].name;
      for (const std::string& state : pairs.at(pair)) {
        std::string text;
        for (const auto& [name, value] : read(state)) {
          if (!names.contains(name)) continue;
          text += (text.empty() ? "" : "; ") + name + "=" + value;
        }
        out[o.nodes()[m].name].insert(text);
      }
    }
  }
  return out;
}

// Whether some state of theta has both values.
bool together(const std::set<std::string>& set, const std::string& a,
              const std::string& b) {
  return std::any_of(set.begin(), set.end(), [&](const std::string& text) {
    return text.find(a) != std::string::npos &&
           text.find(b) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("pairs of the token ring") {
  const Parsed ring(example("token-ring.vic"));
  for (const std::int64_t n : {2, 3, 4, 5, 6}) {
    INFO("n = " << n);
    const auto o = ring.at({{"n", n}});
    const auto pairs = o.pair_invariant(budget);
    REQUIRE(pairs.has_value());
    const auto size = static_cast<std::size_t>(n);
    CHECK(pairs->theta.size() == size * (size - 1) / 2);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i + 1; j < size; ++j) {
        const std::size_t distance = std::min(j - i, size - (j - i));
        const auto& set = pairs->theta.at(key(i, j));
        CHECK(set.size() == (n == 2 ? 12u : distance == 1 ? 20u : 24u));
        CHECK(!together(set, station(i) + ".phase=eating",
                        station(j) + ".phase=eating"));
      }
    }
    CHECK(pairs->theta == o.pair_projections(budget));
    CHECK(pairs->failing.empty());
    CHECK(!pairs->errors);
    CHECK(!pairs->may_fail);
    CHECK(pairs->taken.size() == 3 * size);
    CHECK(pairs->taken.contains("s[1].enter"));
  }
  const auto two = ring.at({{"n", 2}}).pair_invariant(budget);
  CHECK(two->theta.at("s[0],s[1]")
            .contains("s[0].phase=eating; s[1].phase=hungry; token[0]=false; "
                      "token[1]=false"));
}

TEST_CASE("the counting ring knows every distance") {
  // Smaller rings have a sanitizer see the same code.
  if (!random_models::enough_runs()) return;
  const Parsed ring(example("counting-ring.vic"));
  constexpr std::size_t valuations = 262'144;  // of nine edges
  const auto o = ring.at();
  REQUIRE(o.nodes().size() == 9);
  const auto pairs = o.pair_invariant(valuations);
  REQUIRE(pairs.has_value());
  const auto reached = o.pair_projections(valuations);
  CHECK(inside(reached, pairs->theta));
  const std::vector<std::size_t> known = {0, 24, 35, 45, 45, 45, 45, 35, 24};
  const std::vector<std::size_t> exact = {0, 24, 35, 42, 42, 42, 42, 35, 24};
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t j = i + 1; j < 9; ++j) {
      const std::string pair = key(i, j);
      INFO(pair);
      CHECK(pairs->theta.at(pair).size() == known[j - i]);
      CHECK(reached.at(pair).size() == exact[j - i]);
      // What both remember, if they do, grows by one per hop.
      for (const std::string& text : pairs->theta.at(pair)) {
        const Local local = read(text);
        const int x = std::stoi(local.at(o.nodes()[i].name + ".x"));
        const int y = std::stoi(local.at(o.nodes()[j].name + ".x"));
        const int hops = static_cast<int>(j - i);
        CHECK((x == 0 || y == 0 || (x + hops - y) % 3 == 0));
      }
    }
  }
}

TEST_CASE("smaller counting rings") {
  const Parsed ring(example("counting-ring.vic"));
  // Sizes of theta and of the projections at spacings 1, 2, ...; from seven
  // stations on they are not the same.
  const std::map<std::int64_t, std::vector<std::pair<int, int>>> known = {
      {2, {{10, 10}}},
      {3, {{17, 17}, {17, 17}}},
      {4, {{24, 24}, {26, 26}, {24, 24}}},
      {6, {{24, 24}, {35, 35}, {42, 42}, {35, 35}, {24, 24}}},
      {7, {{24, 24}, {35, 35}, {48, 45}, {48, 45}, {35, 35}, {24, 24}}}};
  for (const auto& [n, sizes] : known) {
    const auto o = ring.at({{"n", n}});
    const auto pairs = o.pair_invariant(20'000);
    const auto reached = o.pair_projections(20'000);
    for (std::size_t d = 1; d <= sizes.size(); ++d) {
      const std::string pair = key(0, d);
      INFO(n << ": " << pair);
      CHECK(static_cast<int>(pairs->theta.at(pair).size()) ==
            sizes[d - 1].first);
      CHECK(static_cast<int>(reached.at(pair).size()) == sizes[d - 1].second);
    }
  }
}

TEST_CASE("neighbouring philosophers exclude each other by pairs only") {
  const Parsed parsed(example("philosophers.vic"));
  for (const std::int64_t n : {2, 3, 4}) {
    INFO("n = " << n);
    const auto o = parsed.at({{"n", n}});
    const auto pairs = o.pair_invariant(budget);
    REQUIRE(pairs.has_value());
    const auto& neighbours = pairs->theta.at("p[0],p[1]");
    for (const std::string a : {"eating", "sated"}) {
      for (const std::string b : {"eating", "sated"}) {
        CHECK(!together(neighbours, "p[0].phase=" + a, "p[1].phase=" + b));
      }
    }
    CHECK(inside(o.pair_projections(budget), pairs->theta));
    // Each may eat whatever the other's phase, if one looks at it alone.
    const auto single = o.single_invariant(budget);
    CHECK(together(single->theta.at("p[0]"), "p[0].phase=eating", ""));
    CHECK(inside(onto_nodes(o, pairs->theta), single->theta));
    if (n == 4) {
      CHECK(together(pairs->theta.at("p[0],p[2]"), "p[0].phase=eating",
                     "p[2].phase=eating"));
    }
  }
}

TEST_CASE("a star with a lock in its hub") {
  // Only the hub sees the lock; it interferes with every pair of spokes.
  const Parsed parsed(R"(
enum Signal { quiet, asked, granted, done }
param n : 1.. = 3;
process Hub { port set line : inout Signal; var lock : bool = false;
  action grant(p in line) when !lock && p == asked {
    p := granted; lock := true; }
  action free(p in line) when p == done { p := quiet; lock := false; }
}
process Spoke { port line : inout Signal; var inside : bool = false;
  action ask when line == quiet { line := asked; }
  action enter when !inside && line == granted { inside := true; }
  action leave when inside { inside := false; line := done; }
}
network { node hub : Hub; node spoke[n] : Spoke;
  edge wire[n] : Signal = quiet;
  for i in 0..n-1 { connect hub.line, spoke[i].line to wire[i]; } }
)");
  for (const std::int64_t n : {1, 2, 3, 4}) {
    INFO("n = " << n);
    const auto o = parsed.at({{"n", n}});
    const auto pairs = o.pair_invariant(budget);
    REQUIRE(pairs.has_value());
    if (n >= 2) {
      // Quiet, asked, granted, inside, done: one of the latter three at most.
      CHECK(pairs->theta.at("spoke[0],spoke[1]").size() == 4 + 3 * 2 * 2);
      CHECK(!together(pairs->theta.at("spoke[0],spoke[1]"),
                      "spoke[0].inside=true", "spoke[1].inside=true"));
    }
    CHECK(pairs->theta == o.pair_projections(budget));
  }
}

TEST_CASE("a guard sees all three nodes") {
  // With e set, at most one node of three is marked: who sets e sees that. By
  // the first guard one of the two others is enough, by the second it takes
  // both.
  for (const std::string guard :
       {"forall q in P: q != self => !q.x",
        "!x && count(q in P: q != self && q.x) <= 1"}) {
    const Parsed parsed(R"(
param n : 2.. = 3;
process P { port e : inout bool; var x : bool = false;
  action mark when !e { x := true; }
  action set when )" + guard +
                        R"( { e := true; } }
network { node p[n] : P; edge e : bool = false;
  for i in 0..n-1 { connect p[i].e to e; } }
)");
    for (const std::int64_t n : {2, 3, 4}) {
      INFO(guard << ", n = " << n);
      const auto o = parsed.at({{"n", n}});
      const auto pairs = o.pair_invariant(budget);
      for (const auto& [pair, set] : pairs->theta) {
        INFO(pair);
        CHECK(set.size() == 7);
      }
      CHECK(pairs->theta == o.pair_projections(budget));
      CHECK(o.single_invariant(budget)->theta.at("p[0]").size() == 4);
    }
  }
}

TEST_CASE("steps of a pair see two nodes only, of four") {
  // No two are ever marked, so at least three are not, and nobody sets e. Two
  // nodes show that one is not marked, one node does not show even that.
  const auto taken = [](const std::string& unmarked) {
    const Parsed four(R"(
process P { port e : inout bool; var x : bool = false;
  action mark when !e && !exists q in P: q != self && q.x { x := true; }
  action set when count(q in P: !q.x) <= )" +
                      unmarked + R"( { e := true; } }
network { node p[4] : P; edge e : bool = false;
  for i in 0..3 { connect p[i].e to e; } }
)");
    const auto o = four.at();
    return std::pair(o.single_invariant(budget)->taken.size(),
                     o.pair_invariant(budget)->taken.size());
  };
  CHECK(taken("0") == std::pair<std::size_t, std::size_t>{8, 4});
  CHECK(taken("1") == std::pair<std::size_t, std::size_t>{8, 8});
}

TEST_CASE("a priority holds back by what a pair shows for certain") {
  const Parsed parsed(R"(
process P { port e : inout 0..2; var x : bool = true;
  action put(v in 0..1) when v == 0 || (exists q in P: q != self && q.x)
      priority v { e := v; } }
network { node p[2] : P; edge e : 0..2 = 2;
  connect p[0].e, p[1].e to e; }
)");
  const auto o = parsed.at();
  CHECK(o.pair_invariant(budget)->theta.at("p[0],p[1]").size() == 2);
  CHECK(o.single_invariant(budget)->theta.at("p[0]").size() == 3);
}

TEST_CASE("who points to a pair, and who acts in it") {
  // w and v write one wire each, r reads both, t reads what v writes.
  const Parsed parsed(R"(
process W { port o : out bool; action put { o := true; } }
process V { port o : inout 0..2; var d : bool = false;
  action put when o < 2 { o := o + 1; } action fall when d { o := o + 3; } }
process R { port i : in bool; port j : in 0..2; var x : bool = false;
  action copy when j == 2 { x := i; } }
process T { port j : in 0..2; var y : bool = false;
  action look when j == 1 { y := true; } }
network { node w : W; node v : V; node r : R; node t : T;
  edge a : bool = false; edge b : 0..2 = 0;
  connect w.o, r.i to a; connect v.o, r.j, t.j to b; }
)");
  const auto o = parsed.at();
  const auto pairs = o.pair_invariant(budget);
  REQUIRE(pairs.has_value());
  CHECK(pairs->theta == o.pair_projections(budget));
  CHECK(pairs->theta.at("w,v").size() == 6);
  // v, w move r and t on; r and t read only.
  CHECK(pairs->theta.at("r,t").size() == 12);
  CHECK(pairs->taken ==
        std::set<std::string>{"r.copy", "t.look", "v.put", "w.put"});
  CHECK(pairs->failing.empty());
}

TEST_CASE("failing steps of pairs") {
  const auto failing = [](const std::string& guard) {
    const Parsed parsed(R"(
process P { port e : inout 0..2;
  action up(v in 1..2) when )" +
                        guard + R"( { e := e + v; }
  action down { e := 0; } }
network { node p[2] : P; edge e : 0..2 = 0;
  connect p[0].e, p[1].e to e; }
)");
    return *parsed.at().pair_invariant(budget);
  };
  auto found = failing("e <= 1");
  CHECK(found.failing ==
        std::set<std::string>{"p[0].up {v: 2}", "p[1].up {v: 2}"});
  CHECK(found.errors);
  CHECK(!found.may_fail);
  CHECK(found.taken ==
        std::set<std::string>{"p[0].up", "p[1].up", "p[0].down", "p[1].down"});
  found = failing("e + v <= 2");
  CHECK(found.failing.empty());
  CHECK(found.theta.at("p[0],p[1]").size() == 3);
  found = failing("2 / e == v");
  CHECK(found.failing.size() == 4);
  CHECK(found.may_fail);
}

TEST_CASE("no pairs without two nodes, none where rules are") {
  const std::string process = "process P { action a { skip; } }";
  const Parsed one(process + "network { node p : P; }");
  const auto found = one.at().pair_invariant(budget);
  REQUIRE(found.has_value());
  CHECK(found->theta.empty());
  CHECK(found->taken.empty());
  CHECK(one.at().pair_projections(budget).empty());
  CHECK(!Parsed(example("hanoi.vic")).at().pair_invariant(budget));
  const Parsed unsatisfied(process + "network { node p[2] : P; init 1 == 2; }");
  CHECK(unsatisfied.at().pair_invariant(budget)->theta ==
        Instance::Theta{{"p[0],p[1]", {}}});
}

namespace {

// Whether the model was small enough.
bool compare(const std::string& text) {
  const Parsed parsed(text);
  INFO(text);
  constexpr std::size_t few = 400;
  const auto o = parsed.at();
  std::optional<Instance::Pairs> pairs;
  std::optional<Instance::Local> single;
  Instance::Theta reached;
  std::set<oracle::State> states;
  try {
    states = o.reachable_states(few);
    reached = o.pair_projections(few);
    single = o.single_invariant(few);
    pairs = o.pair_invariant(few);
  } catch (const oracle::TooLarge&) {
    return false;
  }
  REQUIRE(single.has_value());
  REQUIRE(pairs.has_value());
  const std::size_t n = o.nodes().size();
  CHECK(pairs->theta.size() == n * (n - std::min<std::size_t>(n, 1)) / 2);
  CHECK(inside(reached, pairs->theta));
  if (n < 2) return true;
  CHECK(inside(onto_nodes(o, pairs->theta), single->theta));
  for (const std::string& step : pairs->taken) {
    INFO(step);
    CHECK(single->taken.contains(step));
  }
  for (const auto& s : states) {
    bool errors = false;
    for (const auto& step : o.steps(s, errors)) {
      const std::string name = o.step_name(step.actor, step.action);
      INFO(name);
      if (step.fails) {
        CHECK(pairs->errors);
      } else {
        CHECK(pairs->taken.contains(name));
      }
    }
    if (errors) CHECK((pairs->errors || pairs->may_fail));
  }
  return true;
}

}  // namespace

TEST_CASE("pairs of random models lie between what is reached and singles") {
  const std::uint64_t count = random_models::runs(150);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compared += compare(random_models::random_model(seed, {}));
  }
  CHECK(compared * 4 > count * 3);
}

}  // namespace pairs_test
