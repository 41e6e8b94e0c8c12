// SPDX-License-Identifier: MIT
// Guards: the small instances of a `network any` are all graphs of so many
// nodes, each once: connected ones are those of nauty's geng, and there are as
// many of all as are known, undirected and directed.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <set>

#include "fixpoint/family/samples.hpp"
#include "network/files/graph_file.hpp"
#include "tests/random/loaded.hpp"

namespace graphs_test {

namespace {

using namespace vicinal;
using Arcs = std::set<std::pair<std::size_t, std::size_t>>;

// From who writes to who reads; of an edge that both write both ways.
Arcs arcs_of(const network::Network& n) {
  Arcs out;
  for (std::size_t e = 0; e < n.edge_count(); ++e) {
    const auto darts = n.darts(network::EdgeId(e));
    REQUIRE(darts.size() == 2);
    for (const auto a : darts) {
      for (const auto b : darts) {
        if (a == b || !n.writes(a) || !n.reads(b)) continue;
        out.emplace(n.dart_node[a.index()].index(),
                    n.dart_node[b.index()].index());
      }
    }
  }
  return out;
}

// The least of all numberings.
Arcs canonical(const Arcs& arcs, std::size_t nodes) {
  std::vector<std::size_t> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  std::optional<Arcs> least;
  do {
    Arcs renamed;
    for (const auto& [a, b] : arcs) renamed.emplace(order[a], order[b]);
    if (!least || renamed < *least) least = std::move(renamed);
  } while (std::ranges::next_permutation(order).found);
  return *least;
}

bool connected(const Arcs& arcs, std::size_t nodes) {
  std::set<std::size_t> seen{0};
  for (std::size_t round = 0; round < nodes; ++round) {
    for (const auto& [a, b] : arcs) {
      if (seen.contains(a) || seen.contains(b)) seen.insert({a, b});
    }
  }
  return seen.size() == nodes;
}

// By the number of nodes; those with parallel edges are left out.
std::map<std::size_t, std::multiset<Arcs>> samples(const std::string& edge) {
  const auto loaded = random_models::load(
      "process P { port set from : in bool; port set to : out bool; "
      "port set link : inout bool; }\n"
      "network any { node p : P; edge wire : bool via " +
      edge + "; }\n");
  INFO(loaded.messages());
  REQUIRE(loaded.model);
  fixpoint::Growth growth(*loaded.model, {}, 24, 1);
  fixpoint::Samples found;
  while (growth.more(found)) {
  }
  std::map<std::size_t, std::multiset<Arcs>> out;
  for (const auto& sample : found.all) {
    const network::Network& n = sample->instance.network;
    const Arcs arcs = arcs_of(n);
    const std::size_t ends = edge == "link" ? 2 : 1;
    if (arcs.size() != ends * n.edge_count()) continue;
    out[n.node_count()].insert(canonical(arcs, n.node_count()));
  }
  return out;
}

}  // namespace

TEST_CASE("samples of any network are all graphs, each once") {
  const auto found = samples("link");
  const std::vector<std::size_t> known{0, 1, 2, 4, 11, 34};
  REQUIRE(found.size() == known.size() - 1);
  std::map<std::size_t, std::set<Arcs>> joined;
  for (const auto& [nodes, graphs] : found) {
    CHECK(graphs.size() == known[nodes]);
    CHECK(std::set(graphs.begin(), graphs.end()).size() == graphs.size());
    for (const Arcs& g : graphs) {
      if (connected(g, nodes)) joined[nodes].insert(g);
    }
  }
  std::map<std::size_t, std::set<Arcs>> listed;
  std::ifstream file(VICINAL_SOURCE_DIR "/tests/data/connected-graphs.g6");
  for (std::string line; std::getline(file, line);) {
    const network::Source source("x.g6", line);
    network::Diagnostics d(&source);
    const auto graph = network::read_graph_file(source, {}, d);
    REQUIRE(graph.has_value());
    const std::size_t nodes = graph->network.node_count();
    if (nodes > 5) continue;
    listed[nodes].insert(canonical(arcs_of(graph->network), nodes));
  }
  CHECK(listed.size() == 5);
  CHECK(joined == listed);
}

TEST_CASE("samples of any directed network are all digraphs, each once") {
  const auto found = samples("to -> from");
  const std::vector<std::size_t> known{0, 1, 3, 16, 218};
  REQUIRE(found.size() == known.size() - 1);
  for (const auto& [nodes, graphs] : found) {
    CHECK(graphs.size() == known[nodes]);
    CHECK(std::set(graphs.begin(), graphs.end()).size() == graphs.size());
  }
}

}  // namespace graphs_test
