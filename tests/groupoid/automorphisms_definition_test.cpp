// SPDX-License-Identifier: MIT
// Guards: on small networks, automorphisms against the definition of LS section
// 4.1; on larger ones, that names do not matter.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "groupoid/automorphism/automorphisms.hpp"
#include "tests/groupoid/automorphism_checks.hpp"

namespace automorphisms_definition_test {

namespace {

using namespace vicinal::tests;

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

TEST_CASE("names do not matter") {
  std::mt19937 random(9);
  for (int round = 0; round < 400; ++round) {
    // A random tree and some more edges, loops and directions among them;
    // beside it, the same with other names.
    const std::size_t n = random() % 24 + 1;
    const bool directed = random() % 2 == 0;
    std::vector<std::vector<Dart>> edges;
    const auto add = [&](std::size_t a, std::size_t b) {
      const auto direction = [&] {
        return directed ? random_direction(random) : both;
      };
      edges.push_back({{a, direction()}});
      if (a != b) edges.back().push_back({b, direction()});
    };
    for (std::size_t i = 1; i < n; ++i) add(random() % i, i);
    for (std::size_t i = random() % 5; i-- > 0;) {
      const std::size_t at = random() % n;
      add(at, random() % 2 == 0 ? at : random() % n);
    }
    Permutation name = identity(n);
    std::ranges::shuffle(name, random);

    Maker one(n), other(n), two(2 * n);
    for (const auto& e : edges) {
      one.edge(e);
      two.edge(e);
    }
    std::ranges::shuffle(edges, random);
    for (auto e : edges) {
      for (Dart& d : e) d.node = name[d.node];
      other.edge(e);
      for (Dart& d : e) d.node += n;
      two.edge(e);
    }
    const Automorphisms a = automorphisms(one.build());
    REQUIRE(a.order == automorphisms(other.build()).order);
    const Network g = two.build();
    const Automorphisms both_parts = automorphisms(g);
    check(g, both_parts);
    for (std::size_t i = 0; i < n; ++i) {
      REQUIRE(both_parts.orbit_of[i] == a.orbit_of[i]);
      REQUIRE(both_parts.orbit_of[n + name[i]] == a.orbit_of[i]);
    }
  }
}

}  // namespace automorphisms_definition_test
