// SPDX-License-Identifier: MIT
// Guards: what groupoid/analysis says of a network, against the definitions, on
// random networks of every kind; bounds where searches end early; long paths;
// that all of it ends with the budget.
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>

#include "groupoid/analysis/analysis.hpp"
#include "groupoid/automorphism/automorphisms.hpp"
#include "network/base/budget.hpp"
#include "tests/oracle/analysis.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace analysis_test {

namespace {

using namespace vicinal;
using namespace vicinal::random_networks;
using network::EdgeId;
using network::Network;
using network::NodeId;
using oracle::Number;

template <class Id>
std::set<Number> numbers(const std::vector<Id>& ids) {
  std::set<Number> out;
  for (const Id id : ids) out.insert(id.value);
  CHECK(out.size() == ids.size());
  return out;
}

NodeId node(Number n) {
  return NodeId(std::size_t{n});
}

void check_strong(const Network& network) {
  const groupoid::StrongComponents strong =
      groupoid::strong_components(network);
  const auto distance = oracle::node_distances(network, true);
  std::set<std::pair<Number, Number>> arcs;
  std::set<Number> left, entered;
  for (Number m = 0; m < network.node_count(); ++m) {
    for (Number n = 0; n < network.node_count(); ++n) {
      const Number from = strong.components.class_of(node(m));
      const Number to = strong.components.class_of(node(n));
      CHECK((from == to) ==
            (distance[m][n] != oracle::far && distance[n][m] != oracle::far));
      if (from == to || distance[m][n] != 1) continue;
      arcs.emplace(from, to);
      left.insert(from);
      entered.insert(to);
    }
  }
  CHECK(std::vector(arcs.begin(), arcs.end()) == strong.arcs);
  CHECK(strong.sources == strong.components.size() - entered.size());
  CHECK(strong.sinks == strong.components.size() - left.size());
}

void check_blocks(const Network& network) {
  const groupoid::Blocks blocks = groupoid::blocks(network);
  CHECK(numbers(blocks.articulation_points) ==
        oracle::articulation_points(network));
  CHECK(numbers(blocks.bridges) == oracle::bridges(network));
  const auto together = oracle::in_one_block(network);
  std::map<Number, std::set<Number>> nodes;
  for (Number e = 0; e < network.edge_count(); ++e) {
    const Number c = blocks.component_of[e];
    for (Number f = 0; f < network.edge_count(); ++f) {
      CHECK(together.contains({e, f}) ==
            (c != groupoid::Blocks::none && c == blocks.component_of[f]));
    }
    if (c == groupoid::Blocks::none) continue;
    for (const auto d : network.darts(EdgeId(std::size_t{e}))) {
      nodes[c].insert(network.dart_node[d.index()].value);
    }
  }
  CHECK(blocks.components == nodes.size());
  std::size_t largest = 0;
  for (const auto& [c, all] : nodes) largest = std::max(largest, all.size());
  CHECK(blocks.largest == largest);
}

// Consecutive ones share an edge, and so do the last and the first.
void check_cycle(const Network& network, const std::vector<NodeId>& cycle) {
  REQUIRE(cycle.size() % 2 == 1);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const NodeId a = cycle[i], b = cycle[(i + 1) % cycle.size()];
    CHECK(network.adjacent(a, b));
    CHECK((a == b) == (cycle.size() == 1));
  }
}

std::vector<Number> eccentricities(const Network& network, bool directed) {
  std::vector<Number> out;
  for (const auto& row : oracle::node_distances(network, directed)) {
    Number most = 0;
    for (const Number d : row) {
      if (d != oracle::far) most = std::max(most, d);
    }
    out.push_back(most);
  }
  return out;
}

bool all_reached(const Network& network, bool directed) {
  for (const auto& row : oracle::node_distances(network, directed)) {
    if (std::ranges::count(row, oracle::far) > 0) return false;
  }
  return true;
}

void check_distances(const Network& network) {
  const groupoid::Automorphisms group = groupoid::automorphisms(network);
  REQUIRE(group.computed);
  for (const bool directed : {false, true}) {
    const auto direction =
        directed ? groupoid::Direction::points_to : groupoid::Direction::any;
    const auto wanted = eccentricities(network, directed);
    const bool connected = all_reached(network, directed);
    for (const std::uint64_t work : {0, 10, 1'000'000}) {
      for (const bool alike : {false, true}) {
        const groupoid::Distances d =
            groupoid::distances(network, direction, work,
                                alike ? std::span(group.orbit_of)
                                      : std::span<const std::uint32_t>());
        CHECK(d.connected == connected);
        if (work == 1'000'000) CHECK(d.exact);
        if (d.exact) CHECK(d.least == wanted);
        CHECK(d.exact == (d.least == d.most));
        for (std::size_t n = 0; n < wanted.size(); ++n) {
          CHECK(d.least[n] <= wanted[n]);
          CHECK(wanted[n] <= d.most[n]);
        }
        if (wanted.empty()) continue;
        const Number diameter = *std::ranges::max_element(wanted);
        const Number radius = *std::ranges::min_element(wanted);
        CHECK((d.diameter_least <= diameter && diameter <= d.diameter_most));
        CHECK((d.radius_least <= radius && radius <= d.radius_most));
        if (!d.exact) continue;
        CHECK(d.diameter_least == d.diameter_most);
        CHECK(d.radius_least == d.radius_most);
      }
    }
  }
}

void check_degrees(const Network& network) {
  groupoid::Degrees wanted;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    ++wanted.touched[static_cast<Number>(network.inout(NodeId(n)).size())];
    ++wanted.written[static_cast<Number>(network.out(NodeId(n)).size())];
    ++wanted.read[static_cast<Number>(network.in(NodeId(n)).size())];
  }
  const groupoid::Degrees degrees = groupoid::degrees(network);
  CHECK(degrees.touched == wanted.touched);
  CHECK(degrees.written == wanted.written);
  CHECK(degrees.read == wanted.read);
}

// Classes of the quotient are strongly connected as their members are: from a
// node of one a walk leads to some node of the other.
void check_quotient(const Network& network) {
  const groupoid::Balance balance = groupoid::balance(network);
  const auto& classes = balance.nodes();
  std::vector reached(classes.size(), std::vector<bool>(classes.size()));
  for (Number m = 0; m < network.node_count(); ++m) {
    reached[classes.class_of(node(m))][classes.class_of(node(m))] = true;
    for (Number n = 0; n < network.node_count(); ++n) {
      if (network.points_to(node(m), node(n))) {
        reached[classes.class_of(node(m))][classes.class_of(node(n))] = true;
      }
    }
  }
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (std::size_t a = 0; a < classes.size(); ++a) {
      for (std::size_t b = 0; b < classes.size(); ++b) {
        if (reached[a][k] && reached[k][b]) reached[a][b] = true;
      }
    }
  }
  const groupoid::StrongComponents strong =
      groupoid::strong_components(groupoid::quotient(balance));
  for (Number a = 0; a < classes.size(); ++a) {
    for (Number b = 0; b < classes.size(); ++b) {
      const Number from = strong.components.class_of(node(a));
      const Number to = strong.components.class_of(node(b));
      CHECK((from == to) == (reached[a][b] && reached[b][a]));
    }
  }
  for (const auto& [from, to] : strong.arcs) {
    const Number a = strong.components.representative(from).value;
    const Number b = strong.components.representative(to).value;
    CHECK((reached[a][b] && !reached[b][a]));
  }
}

void check(const Network& network) {
  check_strong(network);
  check_blocks(network);
  check_distances(network);
  check_degrees(network);
  check_quotient(network);
  const auto cores = groupoid::cores(network, 1'000'000);
  REQUIRE(cores);
  CHECK(cores->number == oracle::core_numbers(network));
  CHECK(cores->innermost == static_cast<std::size_t>(std::ranges::count(
                                cores->number, cores->greatest)));
  const groupoid::Bipartite bipartite = groupoid::bipartite(network);
  CHECK(bipartite.holds == oracle::bipartite(network));
  CHECK(bipartite.holds == bipartite.odd_cycle.empty());
  if (!bipartite.holds) check_cycle(network, bipartite.odd_cycle);
}

Network drawn(std::uint64_t seed) {
  Options options;
  options.max_nodes = 6;
  options.max_edges = seed % 2 == 0 ? 7 : 12;
  options.two_ended = seed % 3 == 0;
  return random_network(seed, options);
}

struct Stopped {
  std::atomic<bool> stop = true;
  network::Limits limits;
  Stopped() { limits.stop = &stop; }
};

}  // namespace

TEST_CASE("networks are analysed as the definitions say") {
  const std::uint64_t runs = random_models::runs(1500);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const Network network = drawn(seed);
    INFO(describe(network));
    CAPTURE(seed);
    check(network);
  }
  for (const Named& named : fixed_networks()) {
    INFO(named.name);
    if (named.network.node_count() <= 16) check(named.network);
  }
}

TEST_CASE("planar networks have no minor K5 or K3,3") {
  const std::uint64_t runs = random_models::runs(600);
  std::size_t crossing = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    Options options;
    options.max_nodes = 7;
    options.max_edges = seed % 2 == 0 ? 16 : 7;
    options.two_ended = seed % 2 == 0;
    options.structured = false;
    const Network network = random_network(seed, options);
    INFO(describe(network));
    CAPTURE(seed);
    const auto planar = groupoid::planar(network, 1'000'000);
    REQUIRE(planar);
    CHECK(*planar == oracle::planar(network));
    crossing += !*planar;
  }
  if (random_models::enough_runs()) CHECK(crossing > runs / 100);
  // Each of the least ones, and with an edge less; subdivided too.
  CHECK(groupoid::planar(complete(4).build(), 100) == true);
  CHECK(groupoid::planar(complete(5).build(), 100) == false);
  Draft k33(6);
  for (Number a = 0; a < 3; ++a) {
    for (Number b = 3; b < 6; ++b) k33.link(a, b);
  }
  CHECK(groupoid::planar(k33.build(), 100) == false);
  k33.edges.pop_back();
  CHECK(groupoid::planar(k33.build(), 100) == true);
  // Three buses of three nodes are K3,3.
  Draft buses(3);
  for (int i = 0; i < 2; ++i) buses.bus({0, 1, 2});
  CHECK(groupoid::planar(buses.build(), 100) == true);
  buses.bus({0, 1, 2});
  CHECK(groupoid::planar(buses.build(), 100) == false);
}

TEST_CASE("what is too large is left out, and cheap answers are given") {
  const Network network = torus(6, 6).build();
  CHECK(!groupoid::planar(network, 10));
  CHECK(!groupoid::cores(network, 10));
  groupoid::Analysis a;
  groupoid::analyse(network, {0, 0, 0}, a);
  CHECK(!a.directed);
  CHECK((a.strong && a.blocks && a.degrees && a.distances));
  CHECK((!a.planar && !a.cores && !a.directed_distances));
  CHECK(!a.distances->exact);
}

TEST_CASE("bounds know how many nodes a component has") {
  const Network network = beside(ring(60), ring(4)).build();
  const auto d = groupoid::distances(network, groupoid::Direction::any, 0);
  CHECK(!d.exact);
  CHECK(!d.connected);
  CHECK(d.most[63] <= 3);
  CHECK(d.diameter_most <= 59);
}

TEST_CASE("in an orbit one node is looked at") {
  const Network network = ring(100'001).build();
  const std::vector<std::uint32_t> alike(network.node_count(), 0);
  const auto d =
      groupoid::distances(network, groupoid::Direction::any, 0, alike);
  CHECK(d.exact);
  CHECK(d.diameter_most == 50'000);
  CHECK(d.radius_least == 50'000);
}

TEST_CASE("long paths and large stars do not exhaust the stack") {
  // Sanitizers make frames larger, and all slower.
  const Number size = random_models::enough_runs() ? 1'000'000 : 100'000;
  for (const bool directed : {false, true}) {
    Draft draft(size);
    for (Number n = 0; n + 1 < size; ++n) {
      if (directed) {
        draft.arrow(n, n + 1);
      } else {
        draft.link(n, n + 1);
      }
    }
    const Network network = draft.build();
    groupoid::Analysis a;
    groupoid::AnalysisLimits limits;
    limits.planar_size = 100'000'000;
    limits.distance_work = 10'000'000;
    groupoid::analyse(network, limits, a);
    CHECK(a.directed == directed);
    CHECK(a.strong->components.size() == (directed ? size : 1));
    CHECK(a.strong->arcs.size() == (directed ? size - 1 : 0));
    CHECK(a.blocks->articulation_points.size() == size - 2);
    CHECK(a.blocks->bridges.size() == size - 1);
    CHECK(a.blocks->components == size - 1);
    CHECK(a.blocks->largest == 2);
    CHECK(a.cores->greatest == 1);
    CHECK(a.bipartite->holds);
    CHECK(a.planar == true);
    CHECK(a.distances->diameter_least == size - 1);
    CHECK(a.directed_distances.has_value() == directed);
  }
}

TEST_CASE("every part of an analysis ends with the budget") {
  const Network network = torus(200, 200).build();
  Stopped stopped;
  const network::Budget budget(stopped.limits);
  const network::Polling polling(budget);
  using network::LimitReached;
  CHECK_THROWS_AS(groupoid::degrees(network), LimitReached);
  CHECK_THROWS_AS(groupoid::strong_components(network), LimitReached);
  CHECK_THROWS_AS(groupoid::blocks(network), LimitReached);
  CHECK_THROWS_AS(groupoid::cores(network, UINT64_MAX), LimitReached);
  CHECK_THROWS_AS(groupoid::bipartite(network), LimitReached);
  CHECK_THROWS_AS(groupoid::planar(network, SIZE_MAX), LimitReached);
  for (const auto direction :
       {groupoid::Direction::any, groupoid::Direction::points_to}) {
    CHECK_THROWS_AS(groupoid::distances(network, direction, UINT64_MAX),
                    LimitReached);
  }
  groupoid::Analysis a;
  CHECK_THROWS_AS(groupoid::analyse(network, {}, a), LimitReached);
  CHECK(!a.distances);
}

}  // namespace analysis_test
