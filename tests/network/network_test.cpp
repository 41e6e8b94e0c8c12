// SPDX-License-Identifier: MIT
// Guards: the arrays of a network against the definitions of LS section 2,
// read literally; the native format both ways; its graphs for Boost.Graph.
#include "network/graph/network.hpp"

#include <fmt/format.h>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "network/files/native.hpp"
#include "network/graph/incidence_graph.hpp"
#include "network/graph/points_to_graph.hpp"
#include "tests/random/random_model.hpp"
#include "tests/random/random_network.hpp"

namespace network_test {

namespace {

using namespace vicinal::network;

// A network as LS writes it down.
struct Literal {
  std::size_t nodes = 0, edges = 0;
  std::vector<std::set<std::size_t>> ins, outs;  // per edge

  bool writes(std::size_t n, std::size_t e) const { return ins[e].contains(n); }
  bool reads(std::size_t n, std::size_t e) const { return outs[e].contains(n); }
  bool touches(std::size_t n, std::size_t e) const {
    return writes(n, e) || reads(n, e);
  }
  bool points_to(std::size_t m, std::size_t n) const {
    for (std::size_t e = 0; m != n && e < edges; ++e) {
      if (writes(m, e) && touches(n, e)) return true;
    }
    return false;
  }
};

Literal random_literal(std::mt19937& random) {
  Literal l;
  l.nodes = random() % 6;
  l.edges = random() % 6;
  l.ins.resize(l.edges);
  l.outs.resize(l.edges);
  for (std::size_t e = 0; e < l.edges; ++e) {
    for (std::size_t n = 0; n < l.nodes; ++n) {
      if (random() % 3 == 0) l.ins[e].insert(n);
      if (random() % 3 == 0) l.outs[e].insert(n);
    }
  }
  return l;
}

Network build(const Literal& l) {
  NetworkBuilder builder;
  const auto red = builder.color("red");
  const auto blue = builder.color("");
  for (std::size_t n = 0; n < l.nodes; ++n) {
    builder.add_node(n % 2 == 0 ? red : blue, fmt::format("n\"{}\n", n));
  }
  for (std::size_t e = 0; e < l.edges; ++e) {
    builder.add_edge(e % 3 == 0 ? red : blue, fmt::format("e{}", e));
  }
  for (std::size_t e = l.edges; e-- > 0;) {
    for (std::size_t n = l.nodes; n-- > 0;) {
      const int direction =
          (l.writes(n, e) ? dart_writes : 0) | (l.reads(n, e) ? dart_reads : 0);
      if (direction == 0) continue;
      builder.connect(NodeId(n), EdgeId(e),
                      static_cast<std::uint8_t>(direction));
    }
  }
  return builder.build(false);
}

template <class Ids>
std::set<std::size_t> numbers(const Ids& ids) {
  std::set<std::size_t> out;
  for (const auto id : ids) out.insert(id.index());
  CHECK(out.size() == ids.size());
  return out;
}

void check(const Network& network, const Literal& l) {
  REQUIRE(network.node_count() == l.nodes);
  REQUIRE(network.edge_count() == l.edges);
  for (std::size_t e = 0; e < l.edges; ++e) {
    CHECK(numbers(network.ins(EdgeId(e))) == l.ins[e]);
    CHECK(numbers(network.outs(EdgeId(e))) == l.outs[e]);
  }
  for (std::size_t n = 0; n < l.nodes; ++n) {
    std::set<std::size_t> in, out, both, pointing;
    for (std::size_t e = 0; e < l.edges; ++e) {
      if (l.reads(n, e)) in.insert(e);
      if (l.writes(n, e)) out.insert(e);
      if (l.touches(n, e)) both.insert(e);
    }
    CHECK(numbers(network.in(NodeId(n))) == in);
    CHECK(numbers(network.out(NodeId(n))) == out);
    CHECK(numbers(network.inout(NodeId(n))) == both);
    for (std::size_t m = 0; m < l.nodes; ++m) {
      CHECK(network.points_to(NodeId(m), NodeId(n)) == l.points_to(m, n));
      if (l.points_to(m, n)) pointing.insert(m);
      bool adjacent = false;
      for (std::size_t e = 0; e < l.edges; ++e) {
        adjacent = adjacent || (l.touches(m, e) && l.touches(n, e));
      }
      CHECK(network.adjacent(NodeId(m), NodeId(n)) == adjacent);
    }
    CHECK(numbers(network.pointing_to(NodeId(n))) == pointing);
  }
}

}  // namespace

TEST_CASE("queries agree with the definitions of LS section 2") {
  std::mt19937 random(3);
  for (std::uint64_t i = 0; i < vicinal::random_models::runs(300); ++i) {
    const Literal l = random_literal(random);
    check(build(l), l);
  }
}

TEST_CASE("the native format goes both ways") {
  std::mt19937 random(5);
  for (std::uint64_t i = 0; i < vicinal::random_models::runs(200); ++i) {
    const Literal l = random_literal(random);
    const std::string text = write_native(build(l));
    const Source source("network.json", text);
    Diagnostics diagnostics(&source);
    const auto again = read_native(source, diagnostics);
    INFO(text);
    // Edges that nothing touches have empty lists, nothing is lost.
    REQUIRE(again.has_value());
    CHECK(diagnostics.all().empty());
    check(*again, l);
    CHECK(write_native(*again) == text);
  }
}

TEST_CASE("darts of one port are together") {
  NetworkBuilder builder;
  const auto c = builder.color("c");
  const NodeId n = builder.add_node(c);
  for (int i = 0; i < 6; ++i) builder.add_edge(c);
  for (std::size_t i = 0; i < 6; ++i) {
    builder.connect(n, EdgeId(5 - i), dart_reads,
                    static_cast<std::uint32_t>(i % 3));
  }
  const Network network = builder.build(true);
  for (std::uint32_t port = 0; port < 3; ++port) {
    const Range r = network.darts_at(n, port);
    REQUIRE(r.size() == 2);
    // In the order of connection.
    CHECK(network.dart_edge[r.begin].index() == 5 - port);
    CHECK(network.dart_edge[r.begin + 1].index() == 2 - port);
  }
  CHECK(network.darts_at(n, 3).empty());
}

TEST_CASE("networks are graphs as Boost.Graph wants them") {
  BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<LinkGraph>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<LinkGraph>));
  BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<LinkGraph>));
  BOOST_CONCEPT_ASSERT((boost::AdjacencyMatrixConcept<LinkGraph>));
  BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<FlowGraph>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<FlowGraph>));
  BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<PointsTo>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<PointsTo>));
  BOOST_CONCEPT_ASSERT((boost::BidirectionalGraphConcept<Neighbours>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<Neighbours>));
  BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<PointedToByClasses>));
  BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<PointedToByClasses>));
}

TEST_CASE("Boost.Graph finds what flows where") {
  // a writes e, b reads it; c is apart.
  NetworkBuilder builder;
  const auto c = builder.color("c");
  const NodeId a = builder.add_node(c);
  const NodeId b = builder.add_node(c);
  builder.add_node(c);
  const EdgeId e = builder.add_edge(c);
  builder.connect(a, e, dart_writes);
  builder.connect(b, e, dart_reads);
  const Network network = builder.build(false);
  const FlowGraph graph(network);
  std::vector<int> distance(num_vertices(graph), -1);
  distance[0] = 0;
  boost::breadth_first_search(
      graph, 0,
      boost::visitor(boost::make_bfs_visitor(
          boost::record_distances(distance.data(), boost::on_tree_edge()))));
  // That b touches e makes it a way to b, though not one back to a.
  CHECK(distance == std::vector<int>({0, 2, -1, 1}));
}

namespace {

// The arcs that graphs list, as pairs of vertices: what leaves, and the same
// by what comes in.
template <class Graph>
std::multiset<std::pair<std::uint32_t, std::uint32_t>> leaving(
    const Graph& graph) {
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::uint32_t v = 0; v < num_vertices(graph); ++v) {
    const auto [begin, end] = out_edges(v, graph);
    CHECK(out_degree(v, graph) == std::distance(begin, end));
    for (auto arc = begin; arc != end; ++arc) {
      CHECK(source(*arc, graph) == v);
      out.emplace(v, target(*arc, graph));
    }
  }
  return out;
}
template <class Graph>
std::multiset<std::pair<std::uint32_t, std::uint32_t>> entering(
    const Graph& graph) {
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::uint32_t v = 0; v < num_vertices(graph); ++v) {
    const auto [begin, end] = in_edges(v, graph);
    CHECK(in_degree(v, graph) == std::distance(begin, end));
    for (auto arc = begin; arc != end; ++arc) {
      CHECK(target(*arc, graph) == v);
      out.emplace(source(*arc, graph), v);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("graphs of a network have the arcs that its words say") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Network network = vicinal::random_networks::random_network(seed);
    CAPTURE(seed);
    const auto nodes = static_cast<std::uint32_t>(network.node_count());
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> links, flows;
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> points, shares;
    for (std::size_t i = 0; i < network.edge_count(); ++i) {
      const auto e = static_cast<std::uint32_t>(nodes + i);
      const auto darts = network.darts(EdgeId(i));
      for (const DartId d : darts) {
        const std::uint32_t m = network.dart_node[d.index()].value;
        links.emplace(m, e);
        links.emplace(e, m);
        flows.emplace(e, m);
        if (network.writes(d)) flows.emplace(m, e);
        for (const DartId other : darts) {
          const std::uint32_t n = network.dart_node[other.index()].value;
          if (m == n) continue;
          shares.emplace(m, n);
          if (network.writes(d)) points.emplace(m, n);
        }
      }
    }
    CHECK(leaving(LinkGraph(network)) == links);
    CHECK(entering(LinkGraph(network)) == links);
    CHECK(leaving(FlowGraph(network)) == flows);
    CHECK(entering(FlowGraph(network)) == flows);
    CHECK(leaving(PointsTo(network)) == points);
    CHECK(entering(PointsTo(network)) == points);
    CHECK(leaving(Neighbours(network)) == shares);
    CHECK(entering(Neighbours(network)) == shares);
    const LinkGraph graph(network);
    CHECK(num_edges(graph) * 2 == links.size());
    for (std::uint32_t u = 0; u < num_vertices(graph); ++u) {
      for (std::uint32_t v = 0; v < num_vertices(graph); ++v) {
        const auto [arc, found] = edge(u, v, graph);
        CHECK(found == links.contains({u, v}));
        if (!found) continue;
        CHECK(source(arc, graph) == u);
        CHECK(target(arc, graph) == v);
      }
    }
  }
}

}  // namespace network_test
