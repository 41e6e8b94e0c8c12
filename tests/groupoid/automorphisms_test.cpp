// SPDX-License-Identifier: MIT
// Guards: orders of groups that are known; on small networks the definition of
// LS section 4.1, read literally; generators that are automorphisms and
// generate all; limits that end a search.
#include "groupoid/automorphisms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

namespace {

using namespace vicinal::network;
using vicinal::groupoid::Automorphism;
using vicinal::groupoid::AutomorphismLimits;
using vicinal::groupoid::automorphisms;
using vicinal::groupoid::Automorphisms;

using Permutation = std::vector<std::uint32_t>;

constexpr std::uint8_t both = dart_reads | dart_writes;

struct Dart {
  std::size_t node;
  std::uint8_t direction = both;
  std::uint32_t port = 0;
};

class Maker {
 public:
  explicit Maker(std::size_t nodes, const std::vector<int>& colors = {}) {
    for (std::size_t n = 0; n < nodes; ++n) {
      builder_.add_node(color(n < colors.size() ? colors[n] : 0));
    }
  }
  Maker& edge(const std::vector<Dart>& darts, int edge_color = 0) {
    const EdgeId e = builder_.add_edge(color(edge_color));
    for (const Dart& d : darts) {
      builder_.connect(NodeId(d.node), e, d.direction, d.port);
    }
    return *this;
  }
  // Between two nodes; a loop has one dart.
  Maker& join(std::size_t a, std::size_t b, int edge_color = 0) {
    if (a == b) return edge({{a}}, edge_color);
    return edge({{a}, {b}}, edge_color);
  }
  Maker& arc(std::size_t a, std::size_t b) {
    return edge({{a, dart_writes}, {b, dart_reads}});
  }
  Network build(bool has_ports = false) { return builder_.build(has_ports); }

 private:
  std::uint32_t color(int c) { return builder_.color(fmt::format("c{}", c)); }
  NetworkBuilder builder_;
};

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Network graph(std::size_t nodes, const Pairs& edges) {
  Maker maker(nodes);
  for (const auto& [a, b] : edges) maker.join(a, b);
  return maker.build();
}

Network ring(std::size_t n) {
  Maker maker(n);
  for (std::size_t i = 0; i < n; ++i) maker.join(i, (i + 1) % n);
  return maker.build();
}

Network torus(std::size_t n) {
  Maker maker(n * n);
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) {
      maker.join(y * n + x, y * n + (x + 1) % n);
      maker.join(y * n + x, (y + 1) % n * n + x);
    }
  }
  return maker.build();
}

Network complete(std::size_t n) {
  Maker maker(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) maker.join(i, j);
  }
  return maker.build();
}

Network star(std::size_t spokes) {
  Maker maker(spokes + 1);
  for (std::size_t i = 1; i <= spokes; ++i) maker.join(0, i);
  return maker.build();
}

// n! in decimal, digit by digit.
std::string factorial(std::uint32_t n) {
  std::vector<std::uint64_t> limbs = {1};
  for (std::uint64_t k = 2; k <= n; ++k) {
    std::uint64_t carry = 0;
    for (std::uint64_t& limb : limbs) {
      carry += limb * k;
      limb = carry % 1'000'000'000;
      carry /= 1'000'000'000;
    }
    if (carry > 0) limbs.push_back(carry);
  }
  std::string text = fmt::format("{}", limbs.back());
  for (std::size_t i = limbs.size() - 1; i-- > 0;) {
    text += fmt::format("{:09}", limbs[i]);
  }
  return text;
}

// LS 4.1: what an edge is, its connections renamed by a permutation of nodes.
using Meaning = std::tuple<
    std::uint32_t,
    std::set<std::tuple<std::uint32_t, std::uint8_t, std::uint32_t>>>;

Meaning meaning(const Network& g, std::size_t e, const Permutation& nodes) {
  Meaning m{g.edge_color[e], {}};
  for (const DartId d : g.darts(EdgeId(e))) {
    std::get<1>(m).emplace(nodes[g.dart_node[d.index()].index()],
                           g.dart_direction[d.index()],
                           g.has_ports ? g.dart_port[d.index()] : 0);
  }
  return m;
}

Permutation identity(std::size_t n) {
  Permutation p(n);
  std::iota(p.begin(), p.end(), 0U);
  return p;
}

bool keeps_colors(const Network& g, const Permutation& nodes) {
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (g.node_color[n] != g.node_color[nodes[n]]) return false;
  }
  return true;
}

bool is_automorphism(const Network& g, const Permutation& nodes,
                     const Permutation& edges) {
  if (!keeps_colors(g, nodes)) return false;
  const Permutation stay = identity(g.node_count());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (meaning(g, e, nodes) != meaning(g, edges[e], stay)) return false;
  }
  return true;
}

struct Brute {
  std::uint64_t order = 0, node_order = 0;
  Permutation orbit_of;
};

// All permutations of nodes; those of the edges that go with one are counted,
// or, if there are few, tried.
Brute brute_force(const Network& g) {
  Brute result;
  const Permutation stay = identity(g.node_count());
  result.orbit_of = stay;
  std::map<Meaning, std::uint64_t> here;
  for (std::size_t e = 0; e < g.edge_count(); ++e) ++here[meaning(g, e, stay)];
  std::uint64_t ways = 1;
  for (const auto& [m, count] : here) {
    for (std::uint64_t k = 2; k <= count; ++k) ways *= k;
  }
  std::uint64_t tried = 0;
  Permutation nodes = stay;
  do {
    if (!keeps_colors(g, nodes)) continue;
    std::map<Meaning, std::uint64_t> there;
    for (std::size_t e = 0; e < g.edge_count(); ++e) {
      ++there[meaning(g, e, nodes)];
    }
    if (g.node_count() <= 4 && g.edge_count() <= 4) {
      Permutation edges = identity(g.edge_count());
      do {
        tried += is_automorphism(g, nodes, edges) ? 1 : 0;
      } while (std::ranges::next_permutation(edges).found);
    }
    if (here != there) continue;
    ++result.node_order;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      result.orbit_of[nodes[n]] =
          std::min(result.orbit_of[nodes[n]], static_cast<std::uint32_t>(n));
    }
  } while (std::ranges::next_permutation(nodes).found);
  result.order = result.node_order * ways;
  if (g.node_count() <= 4 && g.edge_count() <= 4) {
    REQUIRE(tried == result.order);
  }
  return result;
}

Permutation values(const auto& ids) {
  Permutation p;
  for (const auto id : ids) p.push_back(id.value);
  return p;
}

// Nodes and edges in one.
Permutation joint(const Network& g, const Automorphism& a) {
  Permutation p = values(a.node_images(g.node_count()));
  for (const std::uint32_t e : values(a.edge_images(g.edge_count()))) {
    p.push_back(static_cast<std::uint32_t>(g.node_count()) + e);
  }
  return p;
}

void check_cycles(const auto& cycles) {
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    REQUIRE(cycles[i].size() >= 2);
    REQUIRE(std::ranges::min(cycles[i]) == cycles[i][0]);
    if (i > 0) REQUIRE(cycles[i - 1][0] < cycles[i][0]);
  }
}

// What must hold of every result; with few automorphisms, that the generators
// generate them all.
void check(const Network& g, const Automorphisms& a) {
  REQUIRE(a.computed);
  std::size_t edge_generators = 0;
  std::vector<Permutation> generators;
  Permutation orbit_of = identity(g.node_count());
  Permutation edge_orbit_of = identity(g.edge_count());
  const auto join = [](Permutation& orbit, const Permutation& p) {
    for (std::size_t x = 0; x < p.size(); ++x) {
      const std::uint32_t m = orbit[x], n = orbit[p[x]];
      if (m != n) std::ranges::replace(orbit, std::max(m, n), std::min(m, n));
    }
  };
  for (const Automorphism& generator : a.generators) {
    check_cycles(generator.node_cycles);
    check_cycles(generator.edge_cycles);
    edge_generators += generator.node_cycles.empty() ? 1 : 0;
    const auto nodes = values(generator.node_images(g.node_count()));
    const auto edges = values(generator.edge_images(g.edge_count()));
    REQUIRE(is_automorphism(g, nodes, edges));
    join(orbit_of, nodes);
    join(edge_orbit_of, edges);
    generators.push_back(joint(g, generator));
    REQUIRE(generators.back() != identity(generators.back().size()));
  }
  REQUIRE(a.edge_generators == edge_generators);
  REQUIRE(a.orbit_of == orbit_of);
  REQUIRE(a.edge_orbit_of == edge_orbit_of);
  if (a.order.size() > 4) return;
  std::set<Permutation> group = {identity(g.node_count() + g.edge_count())};
  std::vector<Permutation> todo(group.begin(), group.end());
  std::set<Permutation> on_nodes;
  while (!todo.empty()) {
    const Permutation p = todo.back();
    todo.pop_back();
    on_nodes.emplace(p.begin(),
                     p.begin() + static_cast<std::ptrdiff_t>(g.node_count()));
    for (const Permutation& q : generators) {
      Permutation product(p.size());
      for (std::size_t x = 0; x < p.size(); ++x) product[x] = q[p[x]];
      if (group.insert(product).second) todo.push_back(std::move(product));
    }
  }
  REQUIRE(fmt::format("{}", group.size()) == a.order);
  REQUIRE(fmt::format("{}", on_nodes.size()) == a.node_order);
}

// The order, after all checks.
std::string order(const Network& g) {
  const Automorphisms a = automorphisms(g);
  check(g, a);
  return a.order;
}

void compare_with_brute_force(const Network& g) {
  const Brute expected = brute_force(g);
  const Automorphisms a = automorphisms(g);
  check(g, a);
  REQUIRE(a.order == fmt::format("{}", expected.order));
  REQUIRE(a.node_order == fmt::format("{}", expected.node_order));
  REQUIRE(a.orbit_of == expected.orbit_of);
}

std::uint8_t random_direction(std::mt19937& random) {
  return static_cast<std::uint8_t>(random() % 3 + 1);
}

}  // namespace

TEST_CASE("nothing, and little") {
  CHECK(order(Maker(0).build()) == "1");
  CHECK(order(Maker(1).build()) == "1");
  CHECK(order(Maker(5).build()) == "120");
  CHECK(order(Maker(0).edge({}).edge({}).edge({}).build()) == "6");
  CHECK(order(Maker(0).edge({}).edge({}, 1).build()) == "1");
  CHECK(order(Maker(1).join(0, 0).build()) == "1");
  CHECK(order(Maker(2).join(0, 1).build()) == "2");
  CHECK(order(Maker(2).arc(0, 1).build()) == "1");
  const auto a = automorphisms(Maker(3).build());
  CHECK(a.orbit_of == Permutation{0, 0, 0});
}

TEST_CASE("rings") {
  for (std::size_t n = 3; n < 12; ++n) {
    CHECK(order(ring(n)) == fmt::format("{}", 2 * n));
    Maker directed(n);
    for (std::size_t i = 0; i < n; ++i) directed.arc(i, (i + 1) % n);
    CHECK(order(directed.build()) == fmt::format("{}", n));
  }
}

TEST_CASE("graphs with known groups") {
  CHECK(order(complete(4)) == "24");
  CHECK(order(complete(7)) == "5040");
  CHECK(order(complete(20)) == "2432902008176640000");
  CHECK(order(torus(4)) == "384");
  CHECK(order(torus(5)) == "200");
  CHECK(order(graph(4, {{0, 1}, {1, 2}, {2, 3}})) == "2");
  CHECK(order(graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}})) == "2");
  Pairs petersen, cube, hypercube;
  for (std::size_t i = 0; i < 5; ++i) {
    petersen.emplace_back(i, (i + 1) % 5);
    petersen.emplace_back(i, i + 5);
    petersen.emplace_back(i + 5, (i + 2) % 5 + 5);
  }
  CHECK(order(graph(10, petersen)) == "120");
  for (std::size_t v = 0; v < 64; ++v) {
    for (std::size_t bit = 1; bit < 64; bit *= 2) {
      if ((v & bit) != 0) continue;
      hypercube.emplace_back(v, v | bit);
      if (v < 8 && bit < 8) cube.emplace_back(v, v | bit);
    }
  }
  CHECK(order(graph(8, cube)) == "48");
  CHECK(order(graph(64, hypercube)) == "46080");
  CHECK(order(graph(12, {{0, 1},
                         {0, 4},
                         {0, 5},
                         {1, 2},
                         {1, 6},
                         {2, 3},
                         {2, 7},
                         {3, 4},
                         {3, 8},
                         {4, 9},
                         {5, 6},
                         {6, 7},
                         {7, 8},
                         {8, 9},
                         {9, 5}})) != "1");
  // Frucht's graph: regular of degree 3, no symmetry.
  CHECK(order(graph(12, {{0, 1},
                         {1, 2},
                         {2, 3},
                         {3, 4},
                         {4, 5},
                         {5, 6},
                         {6, 0},
                         {0, 7},
                         {1, 7},
                         {2, 8},
                         {3, 9},
                         {4, 9},
                         {5, 10},
                         {6, 10},
                         {7, 11},
                         {8, 11},
                         {8, 9},
                         {10, 11}})) == "1");
}

TEST_CASE("equal parts") {
  // What color refinement cannot tell apart: a hexagon beside two triangles.
  const Network g = graph(12, {{0, 1},
                               {1, 2},
                               {2, 3},
                               {3, 4},
                               {4, 5},
                               {5, 0},
                               {6, 7},
                               {7, 8},
                               {8, 6},
                               {9, 10},
                               {10, 11},
                               {11, 9}});
  CHECK(order(g) == "864");
  CHECK(automorphisms(g).orbit_of ==
        Permutation{0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6});
  Pairs rings;
  for (std::size_t i = 0; i < 12; ++i) {
    rings.emplace_back(i, i % 4 == 3 ? i - 3 : i + 1);
  }
  CHECK(order(graph(12, rings)) == "3072");
  // Binary tree with 8 leaves; two of them.
  Pairs trees;
  for (std::size_t i = 1; i < 15; ++i) {
    trees.emplace_back((i - 1) / 2, i);
    trees.emplace_back((i - 1) / 2 + 15, i + 15);
  }
  CHECK(order(graph(30, trees)) == "32768");
  // Trees on a ring, in two kinds.
  Pairs dressed;
  for (std::size_t i = 0; i < 6; ++i) {
    dressed.emplace_back(i, (i + 1) % 6);
    dressed.emplace_back(i, 6 + 2 * i);
    dressed.emplace_back(i % 2 == 0 ? i : 6 + 2 * i, 7 + 2 * i);
  }
  CHECK(order(graph(18, dressed)) == "48");
}

TEST_CASE("buses, parallel edges, loops") {
  Maker bus(5);
  bus.edge({{0}, {1}, {2}, {3}, {4}});
  CHECK(order(bus.build()) == "120");
  Maker writer(5);
  writer.edge({{0, dart_writes}, {1, dart_reads}, {2, dart_reads}, {3}, {4}});
  CHECK(order(writer.build()) == "4");

  Maker parallel(2);
  parallel.join(0, 1).join(0, 1).join(0, 1);
  const Network three = parallel.build();
  CHECK(order(three) == "12");
  const auto a = automorphisms(three);
  CHECK(a.node_order == "2");
  CHECK(a.edge_generators == 2);
  CHECK(order(Maker(2).join(0, 1).join(0, 1).join(0, 1, 1).build()) == "4");
  CHECK(order(Maker(2).arc(0, 1).arc(0, 1).arc(1, 0).build()) == "2");
  CHECK(order(Maker(2).arc(0, 1).arc(1, 0).build()) == "2");
  CHECK(order(Maker(2).join(0, 0).join(0, 0).join(1, 1).build()) == "2");
  CHECK(order(Maker(2).join(0, 0).join(1, 1).build()) == "2");
  Maker uneven(4);  // a ring, one edge double
  uneven.join(0, 1).join(0, 1).join(1, 2).join(2, 3).join(3, 0);
  CHECK(order(uneven.build()) == "4");
  Maker fano(7);  // lines are buses
  for (std::size_t i = 0; i < 7; ++i) {
    fano.edge({{i}, {(i + 1) % 7}, {(i + 3) % 7}});
  }
  CHECK(order(fano.build()) == "168");
}

TEST_CASE("colors and ports") {
  Maker colored(6, {0, 1, 0, 1, 0, 1});
  Maker painted(6), ported(6), stripes(6);
  for (std::size_t i = 0; i < 6; ++i) {
    colored.join(i, (i + 1) % 6);
    painted.join(i, (i + 1) % 6, i % 2 == 0 ? 0 : 1);
    ported.edge({{i, both, 1}, {(i + 1) % 6, both, 0}});
    stripes.edge({{i, both, i % 2 == 0 ? 0U : 1U},
                  {(i + 1) % 6, both, i % 2 == 0 ? 0U : 1U}});
  }
  CHECK(order(colored.build()) == "6");
  CHECK(order(painted.build()) == "6");
  const Network with_ports = ported.build(true);
  CHECK(order(with_ports) == "6");
  Network without = with_ports;
  without.has_ports = false;
  CHECK(order(without) == "12");
  CHECK(order(stripes.build(true)) == "6");
}

TEST_CASE("large groups, exactly") {
  const Automorphisms a = automorphisms(star(10'000));
  REQUIRE(a.computed);
  CHECK(a.order == factorial(10'000));
  CHECK(a.node_order == a.order);
  CHECK(a.generators.size() == 9'999);
  CHECK(a.orbit_of[1] == 1);
  CHECK(a.orbit_of[10'000] == 1);
  CHECK(automorphisms(complete(60)).order == factorial(60));
  CHECK_FALSE(automorphisms(star(10'000), {.digits = 35'000}).computed);
  // A double path as long as no recursion is deep.
  Maker path(100'000);
  for (std::size_t i = 1; i < 100'000; ++i) path.join(i - 1, i);
  CHECK(automorphisms(path.build()).order == "2");
  // Many equal rings.
  Pairs rings;
  for (std::size_t i = 0; i < 3'000; ++i) {
    rings.emplace_back(i, i % 3 == 2 ? i - 2 : i + 1);
  }
  const Automorphisms many = automorphisms(graph(3'000, rings));
  REQUIRE(many.computed);
  CHECK(many.generators.size() == 999 + 2);
  CHECK(automorphisms(torus(30)).order == "7200");
}

TEST_CASE("random networks against the definition") {
  std::mt19937 random(20120122);
  for (int round = 0; round < 600; ++round) {
    const std::size_t n = random() % 7;
    const std::size_t colors = random() % 2 + 1;
    std::vector<int> node_colors(n);
    for (int& c : node_colors) c = static_cast<int>(random() % colors);
    const bool ports = random() % 3 == 0;
    const bool directed = random() % 2 == 0;
    const std::size_t arity = random() % 3 == 0 ? 4 : 2;
    Maker maker(n, node_colors);
    for (std::size_t edges = random() % 8; edges-- > 0;) {
      std::set<std::size_t> ends;
      for (std::size_t i = 0; n > 0 && i < arity; ++i)
        ends.insert(random() % n);
      std::vector<Dart> darts;
      for (const std::size_t end : ends) {
        darts.push_back({end, directed ? random_direction(random) : both,
                         static_cast<std::uint32_t>(random() % 2)});
      }
      maker.edge(darts, static_cast<int>(random() % colors));
    }
    compare_with_brute_force(maker.build(ports));
  }
}

TEST_CASE("symmetric networks against the definition") {
  std::mt19937 random(41);
  for (int round = 0; round < 300; ++round) {
    const std::size_t n = random() % 5 + 2;
    const std::size_t step = random() % 2 + 1;
    Maker maker(n);
    for (std::size_t shapes = random() % 3 + 1; shapes-- > 0;) {
      std::vector<Dart> shape;
      for (std::size_t i = 0; i < n; ++i) {
        if (random() % 2 == 0) continue;
        shape.push_back({i, random() % 2 == 0 ? both : random_direction(random),
                         static_cast<std::uint32_t>(random() % 2)});
      }
      const int color = static_cast<int>(random() % 2);
      for (std::size_t turn = 0; turn < n; turn += step) {
        auto turned = shape;
        for (Dart& d : turned) d.node = (d.node + turn) % n;
        maker.edge(turned, color);
      }
    }
    compare_with_brute_force(maker.build(random() % 3 == 0));
  }
}

namespace {

// A Latin square graph: strongly regular, and much to search.
Network latin_square_graph(std::size_t n) {
  Maker maker(n * n);
  for (std::size_t a = 0; a < n * n; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (a / n == b / n || a % n == b % n ||
          (a / n + a % n) % n == (b / n + b % n) % n) {
        maker.join(a, b);
      }
    }
  }
  return maker.build();
}

}  // namespace

TEST_CASE("limits end a search") {
  const Network hard = latin_square_graph(17);
  const Automorphisms a = automorphisms(hard);
  REQUIRE(a.computed);
  CHECK(a.order == "27744");  // 6 * 17^2 * 16
  const Automorphisms none = automorphisms(hard, {.work = 100'000});
  CHECK_FALSE(none.computed);
  CHECK(none.order.empty());
  CHECK(none.generators.empty());
  CHECK(none.orbit_of.empty());
  CHECK_FALSE(automorphisms(hard, {.vertices = 288}).computed);
  CHECK(automorphisms(hard, {.vertices = 289}).computed);
  for (std::uint64_t work = 1; work < 100'000'000; work = work * 3 / 2 + 1) {
    const Automorphisms some = automorphisms(hard, {.work = work});
    CHECK((!some.computed || some.order == a.order));
  }
  std::atomic<bool> stop = true;
  CHECK_FALSE(automorphisms(hard, {.stop = &stop}).computed);
  stop = false;
  CHECK(automorphisms(hard, {.stop = &stop}).computed);
  // What was given up leaves nothing behind.
  CHECK(order(ring(5)) == "10");
}

TEST_CASE("the same answer every time") {
  const Network g = torus(8);
  const Automorphisms first = automorphisms(g);
  automorphisms(latin_square_graph(9), {.work = 50'000});
  automorphisms(star(50));
  const Automorphisms second = automorphisms(g);
  CHECK(first.generators == second.generators);
  CHECK(first.orbit_of == second.orbit_of);
}
