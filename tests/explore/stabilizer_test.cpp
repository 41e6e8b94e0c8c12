// SPDX-License-Identifier: MIT
// Guards: products of candidates that are no symmetries by themselves. Orders
// that are known, all members of small groups one by one, and exploration by
// orbits against plain exploration.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <map>
#include <set>

#include "groupoid/automorphism/automorphisms.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"
#include "symmetry/judge/comparison.hpp"
#include "symmetry/maps/group.hpp"
#include "symmetry/maps/renamings.hpp"
#include "tests/explore/orbits.hpp"
#include "tests/random/loaded.hpp"
#include "tests/random/marked_model.hpp"
#include "tests/random/random_model.hpp"

namespace stabilizer_test {

namespace {

using namespace vicinal;
using network::NodeId;
using random_models::Loaded;
using symmetry::Products;
using symmetry::Renaming;
using symmetry::StateMap;

// Twelve processes; neighbours see each other, in both directions alike.
std::string ring(const std::string& more, const std::string& guard = "true",
                 const std::string& start = "idle") {
  return fmt::format(R"(
    enum Phase {{ idle, busy }}
    process P {{
      port set side : inout bool;
      var phase : Phase = {};
      action enter(x in side) when phase == idle && !x && ({}) {{
        x := true;
        phase := busy;
      }}
      action leave when phase == busy {{ phase := idle; }}
    }}
    network {{
      node p[12] : P;
      edge e[12] : bool = false;
      for i in 0..11 {{ connect p[i].side, p[(i + 1) % 12].side to e[i]; }}
    }}
    {})",
                     start, guard, more);
}

std::string claim(const std::string& text) {
  return "invariant claim: " + text + ";\n";
}

symmetry::ModelSymmetry symmetry_of(const Loaded& loaded,
                                    const std::vector<NodeId>& fixed = {},
                                    Products products = Products::found) {
  INFO(loaded.messages());
  REQUIRE(loaded.instance != nullptr);
  std::vector<std::size_t> all;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    all.push_back(p);
  }
  return symmetry::model_symmetry(*loaded.instance, all, {}, fixed, products);
}

std::string order(const std::string& text) {
  return symmetry_of(random_models::load(text)).order;
}

using Classes = std::vector<std::vector<NodeId>>;

struct Member {
  StateMap map;
  std::vector<NodeId> node;
};

// All automorphisms of the network with all permutations of constants: those
// that map states. None: too many.
std::vector<Member> all_members(const network::Instance& instance,
                                const symmetry::Sorts& sorts,
                                const Classes& exchangeable) {
  const symmetry::Renamings renamings(instance);
  const Renaming identity = renamings.identity();
  std::vector<Renaming> generators;
  for (const auto& a : groupoid::automorphisms(instance.network).generators) {
    Renaming& r = generators.emplace_back(identity);
    r.node = a.node_images(r.node.size());
    r.edge = a.edge_images(r.edge.size());
  }
  // These know nothing of constants of processes that nobody looks at.
  for (std::size_t b = 1; b < identity.node.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const auto exchange = renamings.exchange(NodeId(a), NodeId(b));
      if (exchange) generators.push_back(*exchange);
    }
  }
  for (const auto& a : exchangeable) {
    for (const auto& b : exchangeable) {
      if (&a == &b || a.size() != b.size()) continue;
      const auto exchange = renamings.exchange(a, b);
      if (exchange) generators.push_back(*exchange);
    }
  }
  std::vector<Renaming> all{identity};
  std::set<std::pair<std::vector<NodeId>, std::vector<network::EdgeId>>> seen{
      {identity.node, identity.edge}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Renaming& g : generators) {
      Renaming next = all[i];
      for (auto& n : next.node) n = g.node[n.index()];
      for (auto& e : next.edge) e = g.edge[e.index()];
      if (seen.emplace(next.node, next.edge).second) {
        all.push_back(std::move(next));
      }
    }
    if (all.size() > 800) return {};
  }
  std::vector<StateMap> constants;
  for (std::size_t e = 0; e < instance.model->enums.size(); ++e) {
    constants.push_back(*symmetry::state_map(
        instance, sorts, renamings.exchange(network::EnumId(e), 0, 1)));
  }
  std::vector<Member> members;
  for (const Renaming& r : all) {
    const auto map = symmetry::state_map(instance, sorts, r);
    if (!map) continue;
    for (std::size_t set = 0; set < std::size_t{1} << constants.size(); ++set) {
      StateMap product = *map;
      for (std::size_t e = 0; e < constants.size(); ++e) {
        if ((set >> e & 1) == 0) continue;
        product = symmetry::after(constants[e], product, sorts);
      }
      members.push_back({std::move(product), r.node});
    }
  }
  return members;
}

// Whether the group that was found has, of all members that leave the model as
// it is, and these nodes, one for each thing that they do to reachable states.
// False: there are too many.
bool check_members(const Loaded& loaded, const symmetry::ModelSymmetry& found,
                   const std::vector<NodeId>& fixed = {}) {
  const network::Instance& instance = *loaded.instance;
  const symmetry::Sorts& sorts = *found.sorts;
  std::vector<std::size_t> properties;
  for (std::size_t p = 0; p < loaded.model->properties.size(); ++p) {
    properties.push_back(p);
  }
  std::string why_not;
  auto guarded = symmetry::guarded_of(instance, properties, {}, why_not);
  REQUIRE(guarded);
  symmetry::Comparison comparison(*guarded, properties.size(), sorts, fixed);
  const auto all = all_members(instance, sorts, found.exchangeable);
  if (all.empty()) return false;
  symmetry::Group group(sorts);
  for (const StateMap& g : found.generators) group.add(g);
  using Key = std::pair<std::vector<std::uint32_t>,
                        std::vector<std::vector<network::Scalar>>>;
  std::set<Key> members;
  std::size_t idle = 0, of_group = 0, idle_of_group = 0;
  for (const auto& [map, node] : all) {
    bool stays = true;
    for (const NodeId n : fixed) stays = stays && node[n.index()] == n;
    if (!stays || !comparison.invariant(map)) continue;
    if (!members.emplace(map.slot, map.value).second) continue;
    idle += comparison.idle(map) ? 1 : 0;
    if (!group.contains(map)) continue;
    ++of_group;
    idle_of_group += comparison.idle(map) ? 1 : 0;
  }
  CHECK(found.order == group.order());
  CHECK(found.order == std::to_string(of_group));
  CHECK(members.size() * idle_of_group == of_group * idle);
  return true;
}

}  // namespace

TEST_CASE("what tells nodes of a ring apart leaves what respects it") {
  CHECK(order(ring("")) == "24");
  CHECK(order(ring(claim("!(p[0].phase == busy && p[6].phase == busy)"))) ==
        "4");
  CHECK(order(ring(claim("p[0].phase == busy => p[6].phase == idle"))) == "4");
  // One after the other.
  CHECK(order(ring(claim("p[0].phase == busy => p[6].phase == busy"))) == "2");
  CHECK(order(ring(claim("p[0].phase == idle"))) == "2");
  CHECK(order(ring(claim("p[0].phase == idle || p[5].phase == idle"))) == "2");
  CHECK(order(ring(claim("p[0].phase == idle || p[4].phase == idle || "
                         "p[8].phase == idle"))) == "6");
  // Each of two axes, then one end of an axis and the other one.
  CHECK(order(ring("invariant a: p[0].phase == idle || p[6].phase == idle;"
                   "invariant b: p[3].phase == idle || p[9].phase == idle;")) ==
        "4");
  CHECK(order(ring("invariant a: p[0].phase == idle;"
                   "invariant b: p[6].phase == idle;")) == "2");
  CHECK(order(ring("invariant a: p[0].phase == idle;"
                   "invariant b: p[3].phase == idle;")) == "1");
}

TEST_CASE("rules, guards and initial values tell every third node apart") {
  CHECK(order(ring("", "index(self) % 3 == 1")) == "8");
  CHECK(order(ring("", "true", "if index % 3 == 1 then busy else idle")) ==
        "8");
  CHECK(order(ring("rule reset when p[1].phase == busy && p[7].phase == busy {"
                   "  p[1].phase := idle; p[7].phase := idle; }")) == "4");
  CHECK(order(ring(claim("p[0].phase == idle || p[6].phase == idle"),
                   "index(self) % 3 == 0")) == "4");
}

// Neither the rotation by one nor the exchange of the colors is a symmetry.
TEST_CASE("constants go with nodes") {
  const auto text = [](const std::string& more) {
    return fmt::format(R"(
      enum Color {{ red, green }}
      process P {{
        port set side : inout bool;
        var color : Color = if index % 2 == 0 then red else green;
        action flip when !(exists x in side: x) {{
          color := if color == red then green else red;
        }}
      }}
      network {{
        node p[6] : P;
        edge e[6] : bool = false;
        for i in 0..5 {{ connect p[i].side, p[(i + 1) % 6].side to e[i]; }}
      }}
      {})",
                       more);
  };
  CHECK(order(text("")) == "12");
  CHECK(order(text(claim("p[0].color == red => p[3].color == red"))) == "4");
  CHECK(order(text(claim("p[0].color == red => p[3].color == green"))) == "2");
}

// Corners are numbered in binary: opposite ones are far apart.
TEST_CASE("two corners of a cube") {
  const auto cube = [](const std::string& more) {
    return fmt::format(R"(
      process P {{
        port set to, from : inout bool;
        var on : bool = false;
        action go(x in to) when !x && !on {{ x := true; on := true; }}
        action get(x in from) when x {{ x := false; on := true; }}
      }}
      network {{
        node p[16] : P;
        edge e[16][4] : bool = false;
        for i in 0..15 {{ for k in 0..3 {{ if (i / pow(2, k)) % 2 == 0 {{
          connect p[i].to, p[i + pow(2, k)].from to e[i][k];
        }} else {{
          connect p[i].to, p[i - pow(2, k)].from to e[i][k];
        }} }} }}
      }}
      {})",
                       more);
  };
  CHECK(order(cube("")) == "384");
  CHECK(order(cube(claim("p[0].on => !p[15].on"))) == "48");
  CHECK(order(cube(claim("p[0].on => !p[3].on"))) == "8");
  CHECK(order(cube(claim("p[0].on => p[15].on"))) == "24");
}

TEST_CASE("nodes that are fixed stay, others move around them") {
  const Loaded loaded = random_models::load(
      ring(claim("p[0].phase == busy => p[6].phase == idle")));
  CHECK(symmetry_of(loaded).order == "4");
  CHECK(symmetry_of(loaded, {NodeId(0)}).order == "2");
  CHECK(symmetry_of(loaded, {NodeId(3)}).order == "2");
  CHECK(symmetry_of(loaded, {NodeId(2)}).order == "1");
  const Loaded any = random_models::load(ring(""));
  CHECK(symmetry_of(any, {NodeId(2)}).order == "2");
  CHECK(symmetry_of(any, {NodeId(2), NodeId(8)}).order == "2");
  CHECK(symmetry_of(any, {NodeId(2), NodeId(7)}).order == "1");
}

// Their steps are rules, which are nobody's.
TEST_CASE("nodes that are fixed and do nothing stay as well") {
  const Loaded loaded = random_models::load(R"(
    process P { port set side : inout bool; var on : bool = false; }
    network {
      node p[6] : P;
      edge e[6] : bool = false;
      for i in 0..5 { connect p[i].side, p[(i + 1) % 6].side to e[i]; }
    }
    rule go(q in p) when !q.on { q.on := true; }
  )");
  CHECK(symmetry_of(loaded).order == "12");
  CHECK(symmetry_of(loaded, {NodeId(0)}).order == "2");
  CHECK(symmetry_of(loaded, {NodeId(1), NodeId(4)}).order == "2");
  CHECK(symmetry_of(loaded, {NodeId(1), NodeId(2)}).order == "1");
}

// They have colors of their own where automorphisms are looked for.
TEST_CASE("nodes change places whose constants nobody looks at") {
  CHECK(order(R"(
    process P(rank : 0..1) {
      var x : 0..1 = 0;
      action go when x < 1 { x := x + 1; }
    }
    network { node p[4] : P(rank = index % 2); }
    invariant two: p[0].x <= p[2].x && p[1].x <= p[3].x;
  )") == "2");
}

// Edges that nobody touches may change places, and nobody would see it.
TEST_CASE("what leaves every reachable state as it is counts for nothing") {
  CHECK(order(R"(
    process P {
      port set mine : inout bool;
      action go when (forall a in mine: !a) {
        for b in mine { b := index(self) > 0; }
      }
    }
    network {
      node p[2] : P;
      edge e[3][3] : bool = false;
      connect p[0].mine to e[0][1];
      connect p[1].mine to e[1][0];
    }
    invariant some: exists i in p: index(i) == 0;
  )") == "1");
}

// Forty processes in pairs may be so in very many ways, four in twelve.
TEST_CASE("what has too many images is left out, and nothing else") {
  const auto text = [](int pairs) {
    return fmt::format(R"(
      process P {{ var x : 0..2 = 0; action go when x < 2 {{ x := x + 1; }} }}
      process Q {{ var x : 0..1 = 0; action go when x < 1 {{ x := x + 1; }} }}
      network {{ node p[{}] : P; node q[4] : Q; }}
      invariant many: forall i in 0..{}: p[2 * i].x <= p[2 * i + 1].x;
      invariant two: q[0].x <= q[1].x && q[2].x <= q[3].x;
    )",
                       2 * pairs, pairs - 1);
  };
  CHECK(order(text(3)) == "12");
  const Loaded large = random_models::load(text(20));
  CHECK(symmetry_of(large, {}, Products::left_out).order == "1");
  CHECK(symmetry_of(large).order == "2");
}

TEST_CASE("orders of marked random models are those of all members") {
  int compared = 0, larger = 0, fixed_too = 0;
  const std::uint64_t count = random_models::runs(600);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const std::string text = random_models::marked_model(seed);
    INFO(text);
    const Loaded loaded = random_models::load(text);
    const auto symmetry = symmetry_of(loaded);
    if (!check_members(loaded, symmetry)) continue;
    ++compared;
    const auto before = symmetry_of(loaded, {}, Products::left_out);
    larger += before.order != symmetry.order ? 1 : 0;
    const std::vector<NodeId> fixed{NodeId(seed % 3)};
    const auto some = symmetry_of(loaded, fixed);
    CHECK(check_members(loaded, some, fixed));
    fixed_too +=
        symmetry_of(loaded, fixed, Products::left_out).order != some.order ? 1
                                                                           : 0;
  }
  if (!random_models::enough_runs()) return;
  CHECK(compared * 2 > static_cast<int>(count));
  CHECK(larger * 20 > compared);
  CHECK(fixed_too > 0);
}

TEST_CASE("orbits of marked random models") {
  test::Seen seen;
  int larger = 0;
  const std::uint64_t count = random_models::runs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    test::compare_orbits(
        random_models::marked_model(seed),
        [&](const network::Instance& instance,
            const std::vector<std::size_t>& properties) {
          auto found = symmetry::model_symmetry(instance, properties, {});
          const auto before = symmetry::model_symmetry(instance, properties, {},
                                                       {}, Products::left_out);
          larger += found.order != before.order ? 1 : 0;
          return found;
        },
        seen);
  }
  if (!random_models::enough_runs()) return;
  CHECK(seen.compared * 2 > static_cast<int>(count));
  CHECK(seen.reduced * 5 > seen.compared);
  CHECK(seen.violated > 0);
  CHECK(larger > 0);
}

}  // namespace stabilizer_test
