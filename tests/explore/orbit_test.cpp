// SPDX-License-Identifier: MIT
// Guards: the symmetry of a model, against its states and steps one by one; and
// exploration of one state of each orbit against plain exploration: verdicts,
// lengths of traces, depth, and the states that the stored ones stand for.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "explore/search/explorer.hpp"
#include "explore/search/replay.hpp"
#include "explore/virtual/classify.hpp"
#include "explore/virtual/model_structure.hpp"
#include "explore/virtual/symbolic.hpp"
#include "network/language/property.hpp"
#include "network/semantics/steps.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/array_model.hpp"
#include "tests/random/exchange_model.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/slight_model.hpp"
#include "tests/random/symmetric_model.hpp"

namespace orbit_test {

namespace {

using namespace vicinal;
using network::Scalar;
using test::check_property;
using test::closed;
using test::explored;
using test::Found;
using test::image;
using test::orbits;
using test::Seen;
using test::State;
using test::States;
using test::successors;

void compare(const std::string& text, Seen& seen) {
  test::compare_orbits(
      text,
      [](const network::Instance& instance,
         const std::vector<std::size_t>& properties) {
        return symmetry::model_symmetry(instance, properties, {});
      },
      seen);
}

}  // namespace

TEST_CASE("orbits of random models whose processes may change places") {
  Seen seen;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::exchange_model(seed), seen);
  }
  CHECK(seen.compared * 2 > static_cast<int>(count));
  CHECK(seen.reduced * 3 > seen.compared);
  CHECK(seen.sorted > 0);
  CHECK(seen.listed > 0);
  CHECK(seen.violated > 0);
  if (count < 400) return;
  CHECK(seen.named > 50);
  CHECK(seen.within > 10);
}

TEST_CASE("orbits of random networks with much symmetry") {
  Seen seen;
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::symmetric_model(seed), seen);
  }
  CHECK(seen.reduced * 6 > seen.compared);
}

TEST_CASE("orbits of models whose nodes keep something of every node") {
  Seen seen;
  const std::uint64_t count = random_models::runs(200);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::array_model(seed), seen);
  }
  // Shares of a few dozen are chance.
  if (count >= 100) CHECK(seen.reduced * 10 > seen.compared);
}

TEST_CASE("orbits of models whose processes little tells apart") {
  Seen seen;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    compare(random_models::slight_model(seed).text, seen);
  }
  CHECK(seen.reduced * 3 > seen.compared);
}

TEST_CASE("orbits of random models of any kind") {
  Seen seen;
  const std::uint64_t count = random_models::runs(300);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    random_models::Options options;
    options.flat = seed % 2 == 0;
    INFO("seed " << seed);
    compare(random_models::random_model(seed, options), seen);
  }
  CHECK(seen.reduced > 0);
}

// `if b then 1 else 0` is b, and a number may name a node.
TEST_CASE("orbits where constants and references come of truth and numbers") {
  Seen seen;
  compare(R"(
    enum E { zero, one }
    shared who : id of p = none;
    shared x : 0..1;
    process P {
      var b : bool = false;
      var e : E = zero;
      action turn when true { e := if b then one else zero; b := !b; }
      action mix when b { e := if !b || e == one then one else zero; }
    }
    network { node p[2] : P; node q[2] : P; }
    rule point when who == none { who := p[x]; x := 1 - x; }
    rule leave when who != none { who := none; }
    invariant r: who != none => who.e != one;
  )",
          seen);
  CHECK(seen.reduced == 1);
  CHECK(seen.violated == 1);
}

// Circles of processes that look at each other: nothing tells one from another.
TEST_CASE("orbits where processes refer to each other in circles") {
  Seen seen;
  compare(R"(
    process P {
      var peer : id of p = none;
      action look(q in p) when peer == none && q != self { peer := q; }
    }
    network { node p[4] : P; }
    shared first : id of p = none;
    rule take(q in p) when first == none && q.peer != none { first := q; }
    invariant two: first != none => first.peer.peer != first;
  )",
          seen);
  CHECK(seen.reduced == 1);
  CHECK(seen.within == 1);
  CHECK(seen.unordered > 10);
}

// The node of another family is no value of the reference; no permutation has
// an image of it.
TEST_CASE("a reference that may be to another family") {
  Seen seen;
  compare(R"(
    shared f : bool = false;
    shared turn : id of p = none;
    process P { action a { turn := if f then turn else self; } }
    network { node p[3] : P; node o : P; }
    invariant q: turn != p[0];
    ctl r: AG {turn != p[0]};
  )",
          seen);
  CHECK(seen.compared == 1);
}

// Nodes opposite each other may change places; each edge moves with both pairs.
TEST_CASE("orbits where the blocks of two classes overlap") {
  Seen seen;
  compare(R"(
    process P {
      port set link : inout 0..2;
      action up(x in link) when x < 2 { x := x + 1; }
    }
    process Q { port set link : inout 0..2; }
    network {
      node p[2] : P;
      node q[2] : Q;
      edge e[2][2] : 0..2;
      for i in 0..1 { for j in 0..1 {
        connect p[i].link, q[j].link to e[i][j];
      } }
    }
    invariant r: exists i in p: forall x in i.link: x < 3;
  )",
          seen);
  CHECK(seen.listed == 1);
}

// Evaluating the property fails where the first process is in b, and only
// there.
TEST_CASE("where a property cannot be evaluated is symmetric as well") {
  const auto loaded = random_models::load(R"(
    enum S { a, b }
    process P { var s : S = a; action go when s == a { s := b; } }
    network { node p[2] : P; }
    invariant odd: 1 / (if p[0].s == b then 0 else 1) == 1;
  )");
  REQUIRE(loaded.instance != nullptr);
  CHECK(symmetry::model_symmetry(*loaded.instance, {}, {}).order == "2");
  CHECK(symmetry::model_symmetry(*loaded.instance, {}, {0}).trivial());
  CHECK(symmetry::model_symmetry(*loaded.instance, {0}, {}).trivial());
}

TEST_CASE("elements of arrays and references go with their nodes") {
  const auto loaded = random_models::load(R"(
    shared mark : bool[p];
    shared last : id of p = none;
    process P {
      var asked : bool[p];
      action set(q in p) when !mark[self] && !q.asked[self] {
        mark[self] := true;
        asked[q] := true;
        last := q;
      }
    }
    network { node p[3] : P; init forall q in p: !mark[q]; }
    invariant some: last != none => mark[last] || exists q in p: mark[q];
  )");
  REQUIRE(loaded.instance != nullptr);
  CHECK(symmetry::model_symmetry(*loaded.instance, {0}, {}).order == "6");
}

// M/G stands for M: the same verdicts, traces, orbits.
TEST_CASE(
    "virtual symmetry of random models whose processes may change places") {
  int genuine = 0, only_virtual = 0;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const std::string text = random_models::exchange_model(seed);
    INFO(text);
    const auto loaded = random_models::load(text);
    REQUIRE(loaded.instance != nullptr);
    const network::Instance& instance = *loaded.instance;
    std::vector<std::size_t> properties;
    for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
      properties.push_back(p);
    }
    std::vector<std::size_t> unasked;  // evaluated nevertheless
    auto symmetry =
        explore::find_virtual_symmetry(instance, properties, unasked);
    // One property less may be enough.
    while (symmetry.trivial() && !properties.empty()) {
      unasked.push_back(properties.back());
      properties.pop_back();
      symmetry = explore::find_virtual_symmetry(instance, properties, unasked);
    }
    if (symmetry.trivial()) continue;
    std::string why_not;
    const auto all =
        explore::structure_of(instance, explore::Reading::all, 3000, why_not);
    if (all) {
      const auto found = explore::classify(*all);
      CHECK(found.strongly);
      (found.symmetric ? genuine : only_virtual) += 1;
    }
    test::compare_virtual(instance, properties, symmetry);
  }
  CHECK(genuine > 0);
  CHECK((only_virtual > 0 || count < 150));
}

// Neither the actor nor what is bound, but seen.
TEST_CASE("bodies that look at one process are not virtually symmetric") {
  const auto why_not = [](const std::string& text) {
    const auto loaded = random_models::load(
        "shared bad : bool = false;\nprocess P { var x : 0..2 = 0;"
        " action a when x == 0 && (forall q in p: q.x == 0) { x := 1; } }\n"
        "network { node p[2] : P; }\n" +
        text);
    INFO(loaded.messages());
    REQUIRE(loaded.instance != nullptr);
    return explore::find_virtual_symmetry(*loaded.instance, {}, {}).why_not;
  };
  CHECK(why_not("rule r { if (exists q in p: q.x == 1) { bad := true; } }") ==
        "");
  const std::string apart = "what 'r' does tells processes apart";
  CHECK(why_not("rule r { if p[0].x == 1 { bad := true; } }") == apart);
  CHECK(why_not("rule r(i in 0..1) {"
                " if p[i].x == 1 && i == 0 { bad := true; } }") == apart);
  CHECK(why_not("rule r { for q in p { if q.x == 1 { bad := true; }"
                " else { if bad { q.x := 2; } } } }") == apart);
  CHECK(why_not("rule r { if p[0].x == 1 { bad := 1 / (p[1].x) == 1; } }") ==
        apart);
  const std::string reference = "shared s : id of p = none;\n";
  CHECK(why_not(reference + "rule f(q in p) when s == none { s := q; }\n"
                            "rule r when s != none {"
                            " bad := s == p[1]; s := none; }") == apart);
}

TEST_CASE("steps that bind edges may be virtually symmetric") {
  const auto loaded = random_models::load(R"(
    process Hub {
      port set w : inout bool;
      action take(x in w) when x { x := false; }
      action once(x in w) when !x && (forall y in w: !y) { x := true; }
    }
    process C { port h : inout bool; action set when !h { h := true; } }
    network {
      node hub : Hub;
      node c[3] : C;
      edge e[3] : bool = false;
      for i in 0..2 { connect hub.w, c[i].h to e[i]; }
    }
  )");
  REQUIRE(loaded.instance != nullptr);
  const auto found = explore::find_virtual_symmetry(*loaded.instance, {}, {});
  CHECK(found.why_not == "");
  CHECK(found.order == "6");
}

TEST_CASE("what is asked of a virtually symmetric model is symmetric") {
  const auto loaded = random_models::load(R"(
    enum S { a, b }
    process P { var s : S = a; action go when s == a { s := b; } }
    network { node p[2] : P; }
    invariant never: p[1].s != b || p[0].s == b;
  )");
  REQUIRE(loaded.instance != nullptr);
  CHECK(!explore::find_virtual_symmetry(*loaded.instance, {}, {}).trivial());
  CHECK(explore::find_virtual_symmetry(*loaded.instance, {0}, {}).trivial());
}

// Against all products of the generators.
TEST_CASE("chains of stabilisers have the members of the group") {
  const auto loaded =
      random_models::load("shared x[6] : 0..1;\nrule r when true { skip; }\n");
  REQUIRE(loaded.instance != nullptr);
  const symmetry::Sorts sorts(*loaded.instance);
  std::mt19937_64 dice(1);
  const auto random_map = [&] {
    symmetry::StateMap map = symmetry::Group(sorts).identity();
    const auto moved = static_cast<std::ptrdiff_t>(2 + dice() % 5);
    std::ranges::shuffle(map.slot.begin(), map.slot.begin() + moved, dice);
    return map;
  };
  for (std::uint64_t run = 0; run < random_models::runs(300); ++run) {
    symmetry::Group group(sorts);
    std::vector<symmetry::StateMap> generators;
    for (std::uint64_t g = 0; g < 1 + dice() % 3; ++g) {
      generators.push_back(random_map());
      group.add(generators.back());
    }
    std::set<std::vector<std::uint32_t>> all{group.identity().slot};
    std::vector<symmetry::StateMap> open{group.identity()};
    while (!open.empty()) {
      const symmetry::StateMap m = open.back();
      open.pop_back();
      for (const symmetry::StateMap& g : generators) {
        auto product = symmetry::after(g, m, sorts);
        if (all.insert(product.slot).second) open.push_back(product);
      }
    }
    CHECK(group.order() == std::to_string(all.size()));
    CHECK(group.members().size() == all.size());
    for (int i = 0; i < 20; ++i) {
      const symmetry::StateMap m = random_map();
      CHECK(group.contains(m) == all.contains(m.slot));
    }
  }
}

}  // namespace orbit_test
