// SPDX-License-Identifier: MIT
// Guards the oracle for local symmetry by answers that are known from LS or
// can be seen with the eye.
#include <catch2/catch.hpp>

#include "tests/oracle/automorphism.hpp"
#include "tests/oracle/groupoid.hpp"
#include "tests/random/draft.hpp"

namespace oracle_known_test {

namespace {

using namespace vicinal;
using namespace vicinal::oracle;
using namespace vicinal::random_networks;

constexpr std::size_t budget = 5000;

Classes balance_classes(const Draft& draft, Shared shared = Shared::paper) {
  const network::Network network = draft.build();
  return orbits(greatest_balance(network, shared, budget), network);
}

Classes automorphism_classes(const Draft& draft) {
  const network::Network network = draft.build();
  return orbits(automorphisms(network, budget), network);
}

TEST_CASE("rings, complete graphs, tori and buses have one class") {
  for (std::uint32_t n = 1; n <= 8; ++n) {
    INFO(n);
    CHECK(balance_classes(ring(n)).size() == 1);
    CHECK(balance_classes(directed_ring(n)).size() == 1);
    CHECK(balance_classes(one_bus(n)).size() == 1);
    CHECK(automorphism_classes(directed_ring(n)).size() == 1);
  }
  for (std::uint32_t n = 2; n <= 8; ++n) {
    CHECK(balance_classes(ring_with_ports(n)).size() == 1);
  }
  CHECK(balance_classes(complete(5)).size() == 1);
  CHECK(balance_classes(torus(3, 3)).size() == 1);
}

TEST_CASE("ports turn a ring around") {
  const network::Network plain = ring(5).build();
  const network::Network ported = ring_with_ports(5).build();
  CHECK(greatest_balance(plain, Shared::paper, budget).size() == 50);
  CHECK(greatest_balance(ported, Shared::paper, budget).size() == 25);
  CHECK(automorphisms(plain, budget).size() == 10);
  CHECK(automorphisms(ported, budget).size() == 5);
  // One port set for both sides is as good as none.
  Draft one_set = ring(5);
  one_set.has_ports = true;
  CHECK(greatest_balance(one_set.build(), Shared::paper, budget) ==
        greatest_balance(plain, Shared::paper, budget));
}

TEST_CASE("a path is classified by the distance from its ends") {
  CHECK(balance_classes(path(5)) == Classes{{0, 4}, {1, 3}, {2}});
  CHECK(balance_classes(path(6)) == Classes{{0, 5}, {1, 4}, {2, 3}});
  // Only the ends look different at once.
  CHECK(io_classes(path(6).build()) == Classes{{0, 5}, {1, 2, 3, 4}});
}

TEST_CASE("a star has a hub and spokes") {
  CHECK(balance_classes(star(4)) == Classes{{0}, {1, 2, 3, 4}});
  // 24 at the hub, 16 between spokes.
  CHECK(greatest_balance(star(4).build(), Shared::paper, budget).size() == 40);
  CHECK(automorphisms(star(4).build(), budget).size() == 24);
}

TEST_CASE("a hexagon beside two triangles is one class, but two orbits") {
  CHECK(balance_classes(hexagon_beside_triangles()).size() == 1);
  CHECK(balance_classes(hexagon_beside_triangles(), Shared::exact).size() == 1);
  CHECK(automorphism_classes(hexagon_beside_triangles()) ==
        Classes{{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}});
}

TEST_CASE("figure 1: only the identity, yet 1 and 2 are balanced") {
  const network::Network network = figure_1().build();
  CHECK(automorphisms(network, budget).size() == 1);
  const Triples b = greatest_balance(network, Shared::exact, budget);
  CHECK(orbits(b, network) == Classes{{0, 1}, {2}, {3}, {4}});
  // e2 -> e1, e5 -> e6, e1 -> e2, e3 -> e4.
  CHECK(b.contains({0, {{1, 0}, {4, 5}, {0, 1}, {2, 3}}, 1}));
  CHECK(Literal(network).pt(0) == std::vector<std::uint32_t>{1, 2});
  CHECK(Literal(network).pt(1) == std::vector<std::uint32_t>{0, 2});
}

TEST_CASE("an edge that one only reads does not point") {
  // 0 -> 1 -> 2 -> 3: who reads is no one's business.
  Draft chain(4);
  for (std::uint32_t i = 0; i < 3; ++i) chain.arrow(i, i + 1);
  CHECK(balance_classes(chain) == Classes{{0}, {1}, {2}, {3}});
  // 0 -> 1 and 2 -> 3 -> 4, where 4 has another color: 2 does not see it.
  Draft heads(5);
  heads.nodes = {0, 0, 0, 0, 1};
  heads.arrow(0, 1);
  heads.arrow(2, 3);
  heads.arrow(3, 4);
  CHECK(balance_classes(heads) == Classes{{0, 2}, {1}, {3}, {4}});
}

TEST_CASE("buses with pair edges: the edges shared with a neighbour") {
  CHECK(balance_classes(buses_beside()).size() == 1);
  CHECK(balance_classes(buses_beside(), Shared::exact) ==
        Classes{{0, 1, 2, 3}, {4, 5}});
  CHECK(automorphism_classes(buses_beside()) == Classes{{0, 1, 2, 3}, {4, 5}});
}

TEST_CASE("writers of an edge count as a set") {
  const Classes classes = {{0, 1, 2, 5, 6, 7}, {3, 4, 8, 9, 10}};
  CHECK(balance_classes(two_or_three_writers()) == classes);
  CHECK(balance_classes(two_or_three_writers(), Shared::exact) == classes);
  CHECK(automorphism_classes(two_or_three_writers()).size() == 4);
}

TEST_CASE("self-loops, parallel edges, no edges") {
  CHECK(balance_classes(Draft(0)).empty());
  CHECK(balance_classes(Draft(3)).size() == 1);
  Draft loops(3);
  loops.link(0, 0);
  loops.arrow(1, 1);
  loops.bus({2}).ends[2].direction = writes;
  CHECK(balance_classes(loops) == Classes{{0, 1}, {2}});
  const network::Network twin = ring(2).build();
  // The same two edges on both sides: any beta, from any node to any.
  CHECK(greatest_balance(twin, Shared::exact, budget).size() == 8);
  CHECK(automorphisms(twin, budget).size() == 4);
}

TEST_CASE("colors") {
  Draft nodes = ring(4);
  nodes.nodes[0] = 1;
  CHECK(balance_classes(nodes) == Classes{{0}, {1, 3}, {2}});
  Draft edges = ring(4);
  edges.edges[0].color = 1;
  CHECK(balance_classes(edges) == Classes{{0, 1}, {2, 3}});
}

TEST_CASE("what is too large is told so") {
  CHECK_THROWS_AS(local_symmetries(star(7).build(), budget), TooLarge);
  CHECK_THROWS_AS(automorphisms(star(7).build(), budget), TooLarge);
}

}  // namespace

}  // namespace oracle_known_test
