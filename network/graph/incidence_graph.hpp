// SPDX-License-Identifier: MIT
// The incidence graph of a network, for algorithms of Boost.Graph: its nodes
// and its edges are vertices, and arcs join a node to the edges that it
// touches. Nothing is copied: arcs are darts.
//
//   undirected         n ── e          for each dart
//   directed      n ──▶ e ──▶ m        n writes e, m touches e
//
// Along directed arcs one comes from n to m in two steps if n points to m (LS
// section 2), or if m is n. A bus of k nodes has k darts, where the points-to
// graph has about k * k arcs.
//
// Whoever asks for the arcs of a vertex polls, so that an algorithm that goes
// over this graph obeys the budget.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "network/base/budget.hpp"
#include "network/graph/network.hpp"

namespace vicinal::network::inline graph {

// Goes over the vertices of a graph, which are numbers; unlike Boost's counting
// iterator, it is one before it is set.
class VertexIterator
    : public boost::iterator_facade<VertexIterator, std::uint32_t,
                                    boost::random_access_traversal_tag,
                                    std::uint32_t> {
 public:
  VertexIterator() = default;
  explicit VertexIterator(std::uint32_t v) : at_(v) {}

 private:
  friend class boost::iterator_core_access;
  std::uint32_t dereference() const { return at_; }
  bool equal(const VertexIterator& other) const { return at_ == other.at_; }
  void increment() { ++at_; }
  void decrement() { --at_; }
  void advance(std::ptrdiff_t n) {
    at_ = static_cast<std::uint32_t>(std::ptrdiff_t{at_} + n);
  }
  std::ptrdiff_t distance_to(const VertexIterator& other) const {
    return std::ptrdiff_t{other.at_} - std::ptrdiff_t{at_};
  }

  std::uint32_t at_ = 0;
};

// An arc of an incidence graph, and the way it is gone.
struct IncidenceArc {
  DartId dart;
  bool to_edge = true;

  bool operator==(const IncidenceArc&) const = default;
};

// Directed: boost::undirected_tag or boost::directed_tag. The network must
// outlive it.
template <class Directed>
class IncidenceGraph {
 public:
  static constexpr bool directed = !std::is_same_v<Directed,  //
                                                   boost::undirected_tag>;

  using vertex_descriptor = std::uint32_t;  // nodes, then edges
  using edge_descriptor = IncidenceArc;
  using directed_category = Directed;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  struct traversal_category : virtual boost::bidirectional_graph_tag,
                              virtual boost::vertex_list_graph_tag,
                              virtual boost::edge_list_graph_tag,
                              virtual boost::adjacency_matrix_tag {};
  using vertices_size_type = std::uint32_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::uint32_t;
  using vertex_iterator = VertexIterator;

  class ArcIterator
      : public boost::iterator_facade<ArcIterator, IncidenceArc,
                                      boost::forward_traversal_tag,
                                      IncidenceArc> {
   public:
    ArcIterator() = default;
    // Over the darts of a node or an edge, the arcs that leave it or, if
    // `incoming`, those that come to it.
    ArcIterator(const Network& network, Range row, bool at_edge, bool incoming)
        : network_(&network),
          at_(row.begin),
          end_(row.end),
          at_edge_(at_edge),
          incoming_(incoming) {
      skip();
    }

   private:
    friend class boost::iterator_core_access;
    DartId dart() const {
      return at_edge_ ? network_->edge_darts[at_] : DartId(std::size_t{at_});
    }
    bool to_edge() const { return at_edge_ == incoming_; }
    // Only who writes an edge has an arc to it.
    void skip() {
      if constexpr (directed) {
        while (to_edge() && at_ != end_ && !network_->writes(dart())) ++at_;
      }
    }
    IncidenceArc dereference() const { return {dart(), to_edge()}; }
    bool equal(const ArcIterator& other) const { return at_ == other.at_; }
    void increment() {
      ++at_;
      skip();
    }

    const Network* network_ = nullptr;
    std::uint32_t at_ = 0, end_ = 0;
    bool at_edge_ = false, incoming_ = false;
  };
  using out_edge_iterator = ArcIterator;
  using in_edge_iterator = ArcIterator;
  using edge_iterator = ArcIterator;
  using adjacency_iterator = void;

  explicit IncidenceGraph(const Network& network) : network_(&network) {}

  static vertex_descriptor null_vertex() { return UINT32_MAX; }
  const Network& network() const { return *network_; }
  std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(network_->node_count());
  }
  bool is_node(vertex_descriptor v) const { return v < node_count(); }
  std::uint32_t node_of(IncidenceArc arc) const {
    return network_->dart_node[arc.dart.index()].value;
  }
  std::uint32_t edge_of(IncidenceArc arc) const {
    return node_count() + network_->dart_edge[arc.dart.index()].value;
  }
  Range row(vertex_descriptor v) const {
    return is_node(v) ? network_->darts(NodeId(std::size_t{v}))
                      : network_->edge_rows[v - node_count()];
  }
  std::pair<ArcIterator, ArcIterator> arcs(vertex_descriptor v,
                                           bool incoming) const {
    poll();
    const Range darts = row(v);
    return {{*network_, darts, !is_node(v), incoming},
            {*network_, {darts.end, darts.end}, !is_node(v), incoming}};
  }

 private:
  const Network* network_;
};

using LinkGraph = IncidenceGraph<boost::undirected_tag>;
using FlowGraph = IncidenceGraph<boost::directed_tag>;

template <class D>
std::uint32_t num_vertices(const IncidenceGraph<D>& graph) {
  return static_cast<std::uint32_t>(graph.node_count() +
                                    graph.network().edge_count());
}
template <class D>
auto vertices(const IncidenceGraph<D>& graph) {
  using Iterator = typename IncidenceGraph<D>::vertex_iterator;
  return std::pair(Iterator(0), Iterator(num_vertices(graph)));
}
template <class D>
std::uint32_t source(IncidenceArc arc, const IncidenceGraph<D>& graph) {
  return arc.to_edge ? graph.node_of(arc) : graph.edge_of(arc);
}
template <class D>
std::uint32_t target(IncidenceArc arc, const IncidenceGraph<D>& graph) {
  return arc.to_edge ? graph.edge_of(arc) : graph.node_of(arc);
}
template <class D>
auto out_edges(std::uint32_t v, const IncidenceGraph<D>& graph) {
  return graph.arcs(v, false);
}
template <class D>
auto in_edges(std::uint32_t v, const IncidenceGraph<D>& graph) {
  return graph.arcs(v, true);
}
template <class D>
std::uint32_t out_degree(std::uint32_t v, const IncidenceGraph<D>& graph) {
  const auto [begin, end] = out_edges(v, graph);
  return static_cast<std::uint32_t>(std::distance(begin, end));
}
template <class D>
std::uint32_t in_degree(std::uint32_t v, const IncidenceGraph<D>& graph) {
  const auto [begin, end] = in_edges(v, graph);
  return static_cast<std::uint32_t>(std::distance(begin, end));
}
template <class D>
std::uint32_t degree(std::uint32_t v, const IncidenceGraph<D>& graph) {
  return graph.row(v).size();
}

// Each dart is one edge of the undirected graph, from the node.
inline auto edges(const LinkGraph& graph) {
  using Iterator = LinkGraph::edge_iterator;
  const Network& network = graph.network();
  const auto darts = static_cast<std::uint32_t>(network.dart_count());
  return std::pair(Iterator(network, {0, darts}, false, false),
                   Iterator(network, {darts, darts}, false, false));
}
inline std::size_t num_edges(const LinkGraph& graph) {
  return graph.network().dart_count();
}
// The arc between two vertices. O(log arity).
std::pair<IncidenceArc, bool> edge(std::uint32_t u, std::uint32_t v,
                                   const LinkGraph& graph);

template <class D>
auto get(boost::vertex_index_t, const IncidenceGraph<D>&) {
  return boost::typed_identity_property_map<std::uint32_t>();
}

}  // namespace vicinal::network::inline graph

template <class D>
struct boost::property_map<vicinal::network::IncidenceGraph<D>,
                           boost::vertex_index_t> {
  using type = boost::typed_identity_property_map<std::uint32_t>;
  using const_type = type;
};
