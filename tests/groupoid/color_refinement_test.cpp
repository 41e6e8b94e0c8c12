// SPDX-License-Identifier: MIT
// Guards: color refinement against rounds that follow its definition, on random
// networks of all kinds.
#include "groupoid/automorphism/color_refinement.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/similarity/partition.hpp"
#include "tests/random/draft.hpp"
#include "tests/random/random_network.hpp"

namespace color_refinement_test {

namespace {

using namespace vicinal;
using network::DartId;
using network::Network;
using network::NodeId;

using Labels = std::vector<std::uint32_t>;
using End = std::tuple<int, std::uint32_t, std::uint32_t>;        // of a dart
using Seen = std::tuple<End, std::uint32_t, std::multiset<End>>;  // from a dart

End end_of(const Network& n, DartId d, std::uint32_t label) {
  return {n.dart_direction[d.index()], n.has_ports ? n.dart_port[d.index()] : 0,
          label};
}

// Own dart, color of the edge, the other darts with the labels of their nodes;
// a loop has its own for another.
Seen seen_from(const Network& n, DartId d, const Labels& labels) {
  const auto edge = n.dart_edge[d.index()];
  std::multiset<End> others;
  for (const DartId o : n.darts(edge)) {
    if (o == d && n.darts(edge).size() > 1) continue;
    others.insert(end_of(n, o, labels[n.dart_node[o.index()].index()]));
  }
  return {end_of(n, d, 0), n.edge_color[edge.index()], others};
}

// `rounds`: how many made more labels.
Labels by_definition(const Network& n, std::size_t& rounds) {
  Labels labels = n.node_color.list();
  std::size_t count = std::set(labels.begin(), labels.end()).size();
  rounds = 0;
  for (std::size_t round = 0; round <= n.node_count(); ++round) {
    std::map<std::pair<std::uint32_t, std::multiset<Seen>>, std::uint32_t> keys;
    Labels fresh;
    for (std::size_t i = 0; i < n.node_count(); ++i) {
      std::multiset<Seen> all;
      const auto darts = n.darts(NodeId(i));
      for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
        all.insert(seen_from(n, DartId(std::size_t{d}), labels));
      }
      const auto next = static_cast<std::uint32_t>(keys.size());
      fresh.push_back(
          keys.emplace(std::pair(labels[i], all), next).first->second);
    }
    labels = fresh;
    if (keys.size() > count) rounds = round + 1;
    count = keys.size();
  }
  return labels;
}

}  // namespace

TEST_CASE("color refinement is what it is defined to be") {
  std::size_t classes = 0, most_rounds = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Network n = random_networks::random_network(seed);
    INFO(seed);
    const groupoid::Partition found(groupoid::color_refinement(n));
    std::size_t rounds = 0;
    CHECK(found == groupoid::Partition(by_definition(n, rounds)));
    CHECK(groupoid::refinement_rounds(n) == rounds);
    CHECK((n.node_count() == 0 || !groupoid::refinement_rounds(n, 0)));
    most_rounds = std::max(most_rounds, rounds);
    classes += found.size() < n.node_count() ? 1 : 0;
  }
  CHECK(classes > 100);
  CHECK(most_rounds > 2);
}

// Interference makes the difference: in the first network of LS, node 4 only
// reads; here two readers of one edge have neighbours of other colors.
TEST_CASE("balance and color refinement differ where nobody writes") {
  network::NetworkBuilder b;
  const auto red = b.color("red"), blue = b.color("blue");
  const NodeId m = b.add_node(red), n = b.add_node(red), x = b.add_node(red),
               y = b.add_node(blue);
  const auto e = b.add_edge(red), f = b.add_edge(red);
  b.connect(m, e, network::dart_writes);
  b.connect(x, e, network::dart_reads);
  b.connect(n, f, network::dart_writes);
  b.connect(y, f, network::dart_reads);
  const Network network = b.build(false);
  const groupoid::Partition equitable(groupoid::color_refinement(network));
  CHECK_FALSE(equitable.same(m, n));
  CHECK(groupoid::balance(network).nodes().same(m, n));
}

}  // namespace color_refinement_test
