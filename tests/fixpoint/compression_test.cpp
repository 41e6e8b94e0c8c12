// SPDX-License-Identifier: MIT
// Guards: local states by orbits of vertex groups (design 7.5). Stars of
// known counts; what is decided from orbits against what is decided from rows.
// More in reduction_test.cpp.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "fixpoint/implication/imply.hpp"
#include "fixpoint/shown/columns.hpp"
#include "fixpoint/single/single.hpp"
#include "models.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace compression_test {

namespace {

using namespace vicinal;
using fixpoint::Reduce;
using fixpoint_tests::star;
using network::NodeId;

}  // namespace

TEST_CASE("the hub of a star has a state for each count") {
  const std::string busy = R"(
    var busy : bool = false;
    action take(p in link) when !busy && p { p := false; busy := true; }
    action give(p in link) when busy && !p { p := true; busy := false; })";
  const std::string asks = R"(
    action ask when !hub { hub := true; }
    action drop when hub { hub := false; })";
  const std::string fixed = star(busy, asks, "bool", " = false");
  const std::string free = star(busy, asks, "bool");
  const std::map<int, std::string> counts = {
      {1, "4"},
      {2, "8"},
      {10, "2048"},
      {100, "2535301200456458802993406410752"}};
  for (const auto& [n, count] : counts) {
    for (const std::string& text : {fixed, free}) {
      INFO(text << n);
      const auto loaded = random_models::load(text, fmt::format("n={}", n));
      REQUIRE(loaded.instance != nullptr);
      network::Diagnostics diagnostics;
      const auto invariant =
          fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
      REQUIRE(invariant.has_value());
      const auto hub = invariant->theta(NodeId(0U));
      CHECK(hub.count() == count);
      CHECK(hub.size() == static_cast<std::size_t>(2 * (n + 1)));
      CHECK(invariant->theta(NodeId(1U)).count() == "2");
    }
  }
}

TEST_CASE("a star of which exactly one edge is on") {
  const std::string pass = R"(
    var has : bool = false;
    action take(p in link) when !has && p { p := false; has := true; }
    action give(p in link) when has { p := true; has := false; })";
  for (const char* n : {"n=5", "n=50", "n=500"}) {
    const auto loaded = random_models::load(
        star(pass, "", "bool") + "init exactly 1 x in e: x;", n);
    REQUIRE(loaded.instance != nullptr);
    network::Diagnostics diagnostics;
    const auto invariant =
        fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
    REQUIRE(invariant.has_value());
    REQUIRE(invariant->limit == network::Limit::none);
    const auto hub = invariant->theta(NodeId(0U));
    CHECK(hub.size() == 2);
    CHECK(hub.count() == std::to_string(std::stoi(n + 2) + 1));
  }
}

namespace {

// Orbits give the sets that each node has by itself.
void same_as_unreduced(const std::string& text, const std::string& n) {
  const auto loaded = random_models::load(text, n);
  INFO(text << n << loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto with =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  const auto without = fixpoint::single_invariant(*loaded.instance, {},
                                                  diagnostics, Reduce::none);
  REQUIRE(with.has_value());
  bool by_orbits = false;
  for (std::size_t i = 0; i < loaded.instance->network.node_count(); ++i) {
    const auto theta = with->theta(NodeId(i));
    by_orbits = by_orbits || theta.by_orbits();
    CHECK(*theta.listed(1'000'000)->set == *without->theta(NodeId(i)).set);
  }
  CHECK(by_orbits);
  CHECK(with->unfired == without->unfired);
}

}  // namespace

TEST_CASE("steps on several ports, and steps that depend on others") {
  // The spoke that stands for all lies at the last dart, not at the first.
  const auto reversed = [](std::string text) {
    const std::string from = "s[i].hub";
    return text.replace(text.find(from), from.size(), "s[n - 1 - i].hub");
  };
  const std::string ask = "action ask when hub == 0 { hub := 1; }";
  const std::vector<std::string> cases = {
      // two ports with equal values, or one port twice
      star(R"(var done : bool = false;
           action two(p, q in link) when !done && p == 0 && q == 0 {
             p := 1; q := 2; done := true; })",
           "", "0..2", " = 0"),
      star(R"(var got : 0..3 = 0;
           action three(p, q, r in link) when got == 0 && p == q && q == r {
             p := 0; q := 1; r := 2; got := 1; }
           action swap(p, q in link) when got == 1 && p < q {
             p, q := q, p; got := 2; })",
           ask, "0..2", " = 0"),
      // the guard looks at who is poked, and at others
      star(R"(action poke(p in link)
             when p == 0 && (forall x in Spoke: !x.on) { p := 1; })",
           R"(var on : bool = false;
           action use when hub == 1 && !on { on := true; hub := 0; }
           action drop when on { on := false; })",
           "0..2", " = 0"),
      star(R"(var done : bool = false;
           action once(p in link)
             when !done && p == 0 && (forall x in Spoke: !x.on) {
             p := 1; done := true; })",
           R"(var on : bool = false;
           action use when hub == 1 && !on { on := true; })",
           "0..2", " = 0"),
      star(R"(var last : bool = false;
           action poke(p, q in link)
             when p == 0 && q <= 1 && (exists x in Spoke: x.on) {
             p := 1; q := 2; last := !last; })",
           R"(var on : bool = false;
           action use when hub >= 1 { on := !on; hub := 0; })",
           "0..2", " = 0"),
      star(R"(action best(p in link)
             when p >= 1 && (atmost 1 x in Spoke: x.on) priority p { p := 0; })",
           R"(var on : bool = false;
           action use when hub == 0 { on := !on; hub := 1; }
           action more when hub == 1 && on { hub := 2; })",
           "0..2", " = 0"),
  };
  for (const std::string& text : cases) {
    for (const char* n : {"n=2", "n=3", "n=4"}) {
      same_as_unreduced(text, n);
      same_as_unreduced(reversed(text), n);
    }
  }
}

TEST_CASE("large initial sets, without listing them") {
  struct LargeInitial {
    std::string text;
    const char* n;
    std::size_t stored;
    std::string count;
  };
  const std::string twins = R"(
param n : 1.. = 3;
process Hub { port set link : inout bool; }
process Twin { port set hub : inout bool; }
network { node c : Hub; node s[n] : Twin; edge e[2 * n] : bool;
  for i in 0..2 * n - 1 { connect c.link, s[i / 2].hub to e[i]; } }
)";
  const std::string two = R"(
param n : 1.. = 3;
process Hub { port set link : inout bool; }
process Leaf { port hub : inout bool; }
network { node c[2] : Hub; node s[2 * n] : Leaf; edge e[2 * n] : bool;
  for i in 0..2 * n - 1 { connect c[i % 2].link, s[i].hub to e[i]; } }
)";
  const std::vector<LargeInitial> cases = {
      {star("", "", "bool"), "n=30", 31, "1073741824"},
      {star("var v : 0..2;", "", "bool"), "n=20", 63, "3145728"},
      {"struct T { x : bool; y : 0..2; }" + star("", "", "T"), "n=8", 1287,
       "1679616"},
      {twins, "n=20", 231, "1099511627776"},
      {star("", "", "bool") + "init atmost 3 x in e: x;", "n=30", 4, "4526"},
      {star("", "", "bool") + "init exactly 15 x in e: x;", "n=30", 1,
       "155117520"},
      {star("var v : bool;", "", "bool") +
           "init forall q in Hub: q.v => (exists x in e: x);",
       "n=9", 0, "1023"},
      // The other end may tell an edge apart; what is not closed under
      // exchanges otherwise is listed.
      {star("", "", "bool") + "init !e[0];", "n=16", 16, "32768"},
      {star("", "", "bool") + "init (e[0] => e[1]) && !e[2];", "n=17", 49152,
       "49152"},
      {two, "n=16", 17, "65536"},
      {two + "init !e[0];", "n=16", 16, "32768"},
      {two + "init !e[1];", "n=16", 17, "65536"},
  };
  for (const LargeInitial& c : cases) {
    INFO(c.text << c.n);
    const auto loaded = random_models::load(c.text, c.n);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    network::Diagnostics diagnostics;
    const auto invariant =
        fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
    REQUIRE(invariant.has_value());
    const auto hub = invariant->theta(NodeId(0U));
    CHECK(hub.count() == c.count);
    if (c.stored != 0) CHECK(hub.size() == c.stored);
  }
}

// ---- what is decided -------------------------------------------------------

namespace {

// Decides every property from orbits and from rows.
std::size_t decide(const random_models::Loaded& loaded) {
  const network::Instance& instance = *loaded.instance;
  network::Diagnostics diagnostics;
  network::Limits limits;
  limits.work = 5000;
  const auto orbits = fixpoint::single_invariant(instance, limits, diagnostics);
  const auto rows = fixpoint::single_invariant(instance, limits, diagnostics,
                                               Reduce::classes);
  if (!orbits || rows->limit != network::Limit::none) return 0;
  bool by_orbits = false;
  for (const auto& set : orbits->orbit_sets) {
    by_orbits = by_orbits || set != nullptr;
  }
  for (std::size_t p = 0; p < instance.model->properties.size(); ++p) {
    INFO(instance.model->properties[p].name);
    const auto a = fixpoint::imply(instance, *orbits, p, {});
    const auto b = fixpoint::imply(instance, *rows, p, {});
    CHECK(a.proved == b.proved);
    CHECK(a.premise_never_true == b.premise_never_true);
  }
  CHECK(fixpoint::imply_no_model_error(instance, *orbits, {}).proved ==
        fixpoint::imply_no_model_error(instance, *rows, {}).proved);
  return by_orbits ? instance.model->properties.size() : 0;
}

}  // namespace

TEST_CASE("the same is decided from orbits and from rows") {
  const std::string text = star(R"(
    var busy : bool = false;
    var turns : 0..2 = 0;
    action take(p in link) when !busy && p == 1 { p := 2; busy := true; }
    action turn(p, q in link) when busy && p == 2 && q == 0 && turns < 2 {
      p, q := 0, 2; turns := turns + 1; }
    action rest when busy && (exactly 1 p in link: p == 2) {
      for p in link { if p == 2 { p := 0; } } busy := false; turns := 0; })",
                                R"(
    var here : bool = false;
    action ask when hub == 0 { hub := 1; here := true; }
    action back when hub == 1 { hub := 0; here := false; })",
                                "0..2", " = 0") +
                           R"(
invariant p1: forall h in Hub: !h.busy => (forall p in h.link: p != 2);
invariant p2: forall h in Hub: (exists p in h.link: p == 2) => h.busy;
invariant p3: forall h in Hub: (atmost 1 p in h.link: p == 2);
invariant p4: forall h in Hub: (atmost 1 p in h.link: p == 1);
invariant p5: forall h in Hub: forall p, q in h.link:
  !same(p, q) => !(p == 2 && q == 2);
invariant p6: forall h in Hub: forall p in h.link: p != 2 || h.turns < 2;
invariant p7: forall h in Hub, x in Spoke: x.hub == 2 => h.busy;
invariant p8: forall h in Hub, x in Spoke: x.here => h.turns == 0;
invariant p9: forall h in Hub, x, y in Spoke:
  x != y => !(x.hub == 2 && y.hub == 2 && h.busy);
invariant p10: e[0] == 2 => c.busy;
invariant p11: e[0] == 2 => e[n - 1] != 2 && c.busy;
invariant p12: forall h in Hub: exists p in h.link: same(p, s[0].hub) && p == 0;
invariant p13: forall x in e: x == 2 => c.busy;
invariant p14: forall h in Hub: count(p in h.link: p == 2) <= 1;
invariant p15: forall h in Hub: sum(p in h.link: p) <= 4;
invariant p16: forall h in Hub: exists x in Spoke: x.hub == 0;
invariant p17: forall x in Spoke: x.hub == 2 => x.here;
invariant p18: forall h in Hub: (exists i in 0..n - 1: s[i].hub == 2) => h.busy;
invariant p19: forall h in Hub: forall p in h.link:
  (exists q in h.link: same(p, q) && q == 2) => h.busy;
invariant p20: forall h in Hub: (exists p in h.link: same(p, s[0].hub) &&
  p == 0) || (forall p in h.link: p > 0);
invariant p21: forall h in Hub: forall p in h.link:
  (exists q in h.link: same(q, s[0].hub) && q <= p);
invariant p22: forall h in Hub: (forall p in h.link: p > 0) ||
  (exists p in h.link: (exists q in h.link: same(p, q) && same(q, s[0].hub)) &&
  p == 0);
)";
  for (const char* n : {"n=1", "n=2", "n=3", "n=4"}) {
    const auto loaded = random_models::load(text, n);
    INFO(n << loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    const std::size_t decided = decide(loaded);
    CHECK((decided > 0) == (std::string(n) != "n=1"));
  }
}

TEST_CASE("bound edges of one neighbour are not those of two") {
  const std::string text = R"(
param n : 1.. = 3;
process Hub { port set link : inout bool; }
process Twin { port set hub : inout bool;
  action swap(p, q in hub) when p && !q { p, q := false, true; } }
network { node c : Hub; node s[n] : Twin; edge e[2 * n] : bool;
  for i in 0..2 * n - 1 { connect c.link, s[i / 2].hub to e[i]; }
  init forall i in 0..n - 1: !(e[2 * i] && e[2 * i + 1]); }
invariant any: forall h in Hub: forall p, q in h.link: !same(p, q) => !(p && q);
invariant own: forall x in Twin: forall p, q in x.hub: !same(p, q) => !(p && q);
)";
  for (const char* n : {"n=1", "n=2", "n=3"}) {
    const auto loaded = random_models::load(text, n);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    CHECK(decide(loaded) == 2);
  }
}

TEST_CASE("so it is for random models") {
  std::size_t decided = 0;
  const std::uint64_t runs = random_models::runs(600);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    for (const std::string& text : {random_models::symmetric_model(seed),
                                    random_models::random_model(seed, {})}) {
      INFO(text);
      const auto loaded = random_models::load(text);
      REQUIRE(loaded.instance != nullptr);
      decided += decide(loaded);
    }
  }
  CHECK(decided * 10 > runs);
}

TEST_CASE("a large star is decided, or left undecided, in time") {
  const std::string text = star(R"(
    var busy : bool = false;
    action take(p in link) when !busy && p { p := false; busy := true; }
    action give(p in link) when busy && !p { p := true; busy := false; }
    action stop when busy && (forall p in link: !p) { busy := false; })",
                                R"(
    action ask when !hub { hub := true; })",
                                "bool", " = false") +
                           R"(
invariant all: forall h in Hub: (exists p in h.link: p) || true;
invariant each: forall h in Hub: forall p in h.link: p || !p || h.busy;
invariant two: forall h in Hub, x in Spoke: x.hub || !x.hub || h.busy;
invariant both: forall h in Hub: forall p, q in h.link: p || !q || !p || q;
invariant first: e[0] || !e[0] || c.busy;
)";
  const auto loaded = random_models::load(text, "n=300");
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  network::Diagnostics diagnostics;
  const auto invariant =
      fixpoint::single_invariant(*loaded.instance, {}, diagnostics);
  REQUIRE(invariant.has_value());
  network::Limits limits;
  limits.seconds = 5;
  for (const std::size_t p : {0, 1, 2}) {
    INFO(p);
    CHECK(fixpoint::imply(*loaded.instance, *invariant, p, limits).proved);
  }
  const auto first = fixpoint::imply(*loaded.instance, *invariant, 4, limits);
  CHECK((first.proved || !first.reason.empty()));
  const auto hub = invariant->theta(NodeId(0U));
  CHECK(!hub.listed(100'000).has_value());
  fixpoint::theta_predicate(*loaded.instance, NodeId(0U), hub);
}

}  // namespace compression_test
