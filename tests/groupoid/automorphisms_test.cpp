// SPDX-License-Identifier: MIT
// Guards: orders of groups that are known, and limits that end a search.
#include "groupoid/automorphism/automorphisms.hpp"

#include <fmt/format.h>

#include <atomic>
#include <catch2/catch.hpp>

#include "network/base/budget.hpp"
#include "tests/groupoid/automorphism_checks.hpp"

namespace automorphisms_test {

namespace {

using namespace vicinal::tests;

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

TEST_CASE("parts that look alike but for their colors are no copies") {
  Maker maker(12, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1});
  for (std::size_t first = 0; first < 12; first += 3) {
    maker.join(first, first + 1).join(first + 1, first + 2);
    maker.join(first + 2, first);
  }
  const Network triangles = maker.build();
  CHECK(order(triangles) == "5184");  // two times two triangles: (6 * 6 * 2)^2
  CHECK(automorphisms(triangles).orbit_of ==
        Permutation{0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6});
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
  CHECK(order(graph_of(4, {{0, 1}, {1, 2}, {2, 3}})) == "2");
  CHECK(order(graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}})) == "2");
  Pairs petersen, cube, hypercube;
  for (std::size_t i = 0; i < 5; ++i) {
    petersen.emplace_back(i, (i + 1) % 5);
    petersen.emplace_back(i, i + 5);
    petersen.emplace_back(i + 5, (i + 2) % 5 + 5);
  }
  CHECK(order(graph_of(10, petersen)) == "120");
  for (std::size_t v = 0; v < 64; ++v) {
    for (std::size_t bit = 1; bit < 64; bit *= 2) {
      if ((v & bit) != 0) continue;
      hypercube.emplace_back(v, v | bit);
      if (v < 8 && bit < 8) cube.emplace_back(v, v | bit);
    }
  }
  CHECK(order(graph_of(8, cube)) == "48");
  CHECK(order(graph_of(64, hypercube)) == "46080");
  CHECK(order(graph_of(12, {{0, 1},
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
  CHECK(order(graph_of(12, {{0, 1},
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
  const Network g = graph_of(12, {{0, 1},
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
  CHECK(order(graph_of(12, rings)) == "3072");
  // Binary tree with 8 leaves; two of them.
  Pairs trees;
  for (std::size_t i = 1; i < 15; ++i) {
    trees.emplace_back((i - 1) / 2, i);
    trees.emplace_back((i - 1) / 2 + 15, i + 15);
  }
  CHECK(order(graph_of(30, trees)) == "32768");
  // Trees on a ring, in two kinds.
  Pairs dressed;
  for (std::size_t i = 0; i < 6; ++i) {
    dressed.emplace_back(i, (i + 1) % 6);
    dressed.emplace_back(i, 6 + 2 * i);
    dressed.emplace_back(i % 2 == 0 ? i : 6 + 2 * i, 7 + 2 * i);
  }
  CHECK(order(graph_of(18, dressed)) == "48");
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
  const Automorphisms many = automorphisms(graph_of(3'000, rings));
  REQUIRE(many.computed);
  CHECK(many.generators.size() == 999 + 2);
  CHECK(automorphisms(torus(30)).order == "7200");
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
  const std::atomic<bool> stop = true;
  vicinal::network::Limits stopped;
  stopped.stop = &stop;
  CHECK_FALSE(vicinal::network::in_time(stopped, [&] { automorphisms(hard); }));
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

}  // namespace automorphisms_test
