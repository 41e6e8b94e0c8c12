// SPDX-License-Identifier: MIT
// Guards the random networks: they are small, of all kinds, and tell the
// notions of being alike apart often enough for a test to notice.
#include "tests/random/random_network.hpp"

#include <catch2/catch.hpp>

#include "tests/oracle/automorphism.hpp"
#include "tests/oracle/groupoid.hpp"

namespace random_network_test {

namespace {

using namespace vicinal;
using namespace vicinal::random_networks;

struct NetworkCounts {
  int all = 0, too_large = 0;
  int ports = 0, hyper_edges = 0, self_loops = 0, directed = 0, parallel = 0;
  int no_edges = 0, edges_without_ends = 0, colors = 0;
  int two_alike = 0;   // some balance class has two nodes
  int refined = 0;     // B* is finer than IO-similarity
  int not_orbits = 0;  // coarser than the orbits of the automorphisms
  int exact_triples = 0, exact_classes = 0;  // both readings differ
};

void shape(NetworkCounts& s, const network::Network& n) {
  bool hyper = false, loop = false, directed = false, empty = false;
  for (std::size_t e = 0; e < n.edge_count(); ++e) {
    const auto darts = n.darts(network::EdgeId(e));
    hyper = hyper || darts.size() > 2;
    loop = loop || darts.size() == 1;
    empty = empty || darts.empty();
    for (const auto d : darts) {
      directed = directed || !n.reads(d) || !n.writes(d);
    }
  }
  const oracle::Literal g(n);
  bool parallel = false;
  for (std::uint32_t i = 0; i < g.nodes; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      parallel = parallel || g.shared(i, j).size() > 1;
    }
  }
  s.ports += n.has_ports ? 1 : 0;
  s.hyper_edges += hyper ? 1 : 0;
  s.self_loops += loop ? 1 : 0;
  s.directed += directed ? 1 : 0;
  s.parallel += parallel ? 1 : 0;
  s.edges_without_ends += empty ? 1 : 0;
  s.no_edges += n.edge_count() == 0 ? 1 : 0;
  s.colors += n.color_names.size() > 1 ? 1 : 0;
}

void symmetry(NetworkCounts& s, const network::Network& n) {
  using oracle::Shared;
  const auto paper = oracle::greatest_balance(n, Shared::paper, 3000);
  const auto exact = oracle::greatest_balance(n, Shared::exact, 3000);
  const auto classes = oracle::orbits(paper, n);
  const auto orbits = oracle::orbits(oracle::automorphisms(n, 6000), n);
  s.two_alike += classes.size() < n.node_count() ? 1 : 0;
  s.refined += classes != oracle::io_classes(n) ? 1 : 0;
  s.not_orbits += classes != orbits ? 1 : 0;
  s.exact_triples += paper != exact ? 1 : 0;
  s.exact_classes += classes != oracle::orbits(exact, n) ? 1 : 0;
}

TEST_CASE("random networks are small and of all kinds") {
  NetworkCounts s;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const network::Network n = random_network(seed);
    ++s.all;
    REQUIRE(n.node_count() <= 12);
    shape(s, n);
    try {
      symmetry(s, n);
    } catch (const oracle::TooLarge&) {
      ++s.too_large;
    }
  }
  CHECK(s.too_large < 50);
  CHECK(s.ports > 200);
  CHECK(s.ports < 500);
  CHECK(s.hyper_edges > 200);
  CHECK(s.self_loops > 200);
  CHECK(s.directed > 300);
  CHECK(s.parallel > 200);
  CHECK(s.no_edges > 10);
  CHECK(s.edges_without_ends > 10);
  CHECK(s.colors > 200);
  CHECK(s.two_alike > 400);
  CHECK(s.refined > 150);
  CHECK(s.not_orbits > 30);
  CHECK(s.exact_triples > 30);
  CHECK(s.exact_classes > 5);
}

TEST_CASE("the same seed gives the same network") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CHECK(describe(random_network(seed)) == describe(random_network(seed)));
  }
}

TEST_CASE("options are kept") {
  Options options;
  options.two_ended = true;
  options.ports = true;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const network::Network n = random_network(seed, options);
    CHECK(n.has_ports);
    for (std::size_t e = 0; e < n.edge_count(); ++e) {
      CHECK(n.darts(network::EdgeId(e)).size() <= 2);
    }
  }
  options = {};
  options.ports = false;
  options.structured = false;
  options.max_nodes = 3;
  options.max_edges = 2;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const network::Network n = random_network(seed, options);
    CHECK_FALSE(n.has_ports);
    CHECK(n.node_count() <= 3);
    CHECK(n.edge_count() <= 2);
  }
}

}  // namespace

}  // namespace random_network_test
