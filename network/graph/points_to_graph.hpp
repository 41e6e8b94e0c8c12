// SPDX-License-Identifier: MIT
// The points-to graph of a network and of its quotient, for algorithms of
// Boost.Graph. Nothing is copied.
//
// PointsTo: an arc from m to n for each edge by which m points to n (LS section
// 2: m is not n, writes the edge, and n touches it). Neighbours: undirected, an
// edge for each edge of the network that two different nodes touch, whoever
// writes it. With several common edges, arcs are parallel. A bus of k nodes has
// about k * k: where that matters, see incidence_graph.hpp.
//
// Whoever asks for the arcs of a node polls, for each arc.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <iterator>
#include <type_traits>
#include <utility>

#include "network/base/budget.hpp"
#include "network/graph/incidence_graph.hpp"
#include "network/graph/network.hpp"
#include "network/graph/vias.hpp"

namespace vicinal::network::inline graph {

// Two darts of one edge: that of the node that points, and of the other.
struct PointsToArc {
  DartId from, to;

  bool operator==(const PointsToArc&) const = default;
};

// Directed: boost::undirected_tag or boost::directed_tag. The network must
// outlive it.
template <class Directed>
class PointsToGraph {
 public:
  static constexpr bool directed = !std::is_same_v<Directed,  //
                                                   boost::undirected_tag>;

  using vertex_descriptor = std::uint32_t;
  using edge_descriptor = PointsToArc;
  using directed_category = Directed;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : virtual boost::bidirectional_graph_tag,
                              virtual boost::vertex_list_graph_tag {};
  using vertices_size_type = std::uint32_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::uint32_t;
  using vertex_iterator = VertexIterator;

  class ArcIterator
      : public boost::iterator_facade<ArcIterator, PointsToArc,
                                      boost::forward_traversal_tag,
                                      PointsToArc> {
   public:
    ArcIterator() = default;
    // Over the darts of a node and, for each, the others of its edge.
    ArcIterator(const Network& network, Range own, bool incoming)
        : network_(&network),
          own_(own.begin),
          end_(own.end),
          incoming_(incoming) {
      skip();
    }

   private:
    friend class boost::iterator_core_access;
    DartId mine() const { return DartId(std::size_t{own_}); }
    Range row() const {
      return network_->edge_rows[network_->dart_edge[own_].index()];
    }
    DartId other() const {
      return network_->edge_darts[row().begin + std::size_t{other_}];
    }
    bool wanted() const {
      if (network_->dart_node[other().index()] == network_->dart_node[own_]) {
        return false;
      }
      return !directed || network_->writes(incoming_ ? other() : mine());
    }
    void skip() {
      for (; own_ != end_; ++own_, other_ = 0) {
        for (; other_ < row().size(); ++other_) {
          poll();
          if (wanted()) return;
        }
      }
    }
    PointsToArc dereference() const {
      return incoming_ ? PointsToArc{other(), mine()}
                       : PointsToArc{mine(), other()};
    }
    bool equal(const ArcIterator& it) const {
      return own_ == it.own_ && other_ == it.other_;
    }
    void increment() {
      ++other_;
      skip();
    }

    const Network* network_ = nullptr;
    std::uint32_t own_ = 0, end_ = 0;
    std::uint32_t other_ = 0;  // place in the row of the edge
    bool incoming_ = false;
  };
  using out_edge_iterator = ArcIterator;
  using in_edge_iterator = ArcIterator;
  using edge_iterator = void;
  using adjacency_iterator = void;

  explicit PointsToGraph(const Network& network) : network_(&network) {}

  static vertex_descriptor null_vertex() { return UINT32_MAX; }
  const Network& network() const { return *network_; }
  std::pair<ArcIterator, ArcIterator> arcs(vertex_descriptor v,
                                           bool incoming) const {
    const Range own = network_->darts(NodeId(std::size_t{v}));
    return {{*network_, own, incoming},
            {*network_, {own.end, own.end}, incoming}};
  }

 private:
  const Network* network_;
};

using PointsTo = PointsToGraph<boost::directed_tag>;
using Neighbours = PointsToGraph<boost::undirected_tag>;

template <class D>
std::uint32_t num_vertices(const PointsToGraph<D>& graph) {
  return static_cast<std::uint32_t>(graph.network().node_count());
}
template <class D>
auto vertices(const PointsToGraph<D>& graph) {
  using Iterator = typename PointsToGraph<D>::vertex_iterator;
  return std::pair(Iterator(0), Iterator(num_vertices(graph)));
}
template <class D>
std::uint32_t source(PointsToArc arc, const PointsToGraph<D>& graph) {
  return graph.network().dart_node[arc.from.index()].value;
}
template <class D>
std::uint32_t target(PointsToArc arc, const PointsToGraph<D>& graph) {
  return graph.network().dart_node[arc.to.index()].value;
}
template <class D>
auto out_edges(std::uint32_t v, const PointsToGraph<D>& graph) {
  return graph.arcs(v, false);
}
template <class D>
auto in_edges(std::uint32_t v, const PointsToGraph<D>& graph) {
  return graph.arcs(v, true);
}
template <class D>
std::uint32_t out_degree(std::uint32_t v, const PointsToGraph<D>& graph) {
  const auto [begin, end] = out_edges(v, graph);
  return static_cast<std::uint32_t>(std::distance(begin, end));
}
template <class D>
std::uint32_t in_degree(std::uint32_t v, const PointsToGraph<D>& graph) {
  const auto [begin, end] = in_edges(v, graph);
  return static_cast<std::uint32_t>(std::distance(begin, end));
}
template <class D>
std::uint32_t degree(std::uint32_t v, const PointsToGraph<D>& graph) {
  if constexpr (!PointsToGraph<D>::directed) return out_degree(v, graph);
  return in_degree(v, graph) + out_degree(v, graph);
}
template <class D>
auto get(boost::vertex_index_t, const PointsToGraph<D>&) {
  return boost::typed_identity_property_map<std::uint32_t>();
}

// Of a quotient network: an arc from class C to class D for each neighbour of
// class D that points to C's representative, which `vias` knows by the edges of
// C. So arcs go from who is pointed to, against those above, and a class may
// point to itself.
class PointedToByClasses {
 public:
  using vertex_descriptor = std::uint32_t;
  // The edge of C, and which of its vias.
  struct edge_descriptor {
    EdgeId edge;
    std::uint32_t via = 0;
    bool operator==(const edge_descriptor&) const = default;
  };
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : virtual boost::incidence_graph_tag,
                              virtual boost::vertex_list_graph_tag {};
  using vertices_size_type = std::uint32_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::uint32_t;
  using vertex_iterator = VertexIterator;

  class out_edge_iterator
      : public boost::iterator_facade<out_edge_iterator, edge_descriptor,
                                      boost::forward_traversal_tag,
                                      edge_descriptor> {
   public:
    out_edge_iterator() = default;
    out_edge_iterator(const PointedToByClasses& graph, NodeId owner, Range own)
        : network_(graph.network_),
          vias_(graph.vias_),
          owner_(owner),
          own_(own.begin),
          end_(own.end) {
      skip();
    }

   private:
    friend class boost::iterator_core_access;
    EdgeId at() const { return network_->dart_edge[own_]; }
    // Edges of other classes that the class touches are not its own.
    void skip() {
      for (; own_ != end_; ++own_, via_ = 0) {
        poll();
        if (vias_->owner[at().index()] == owner_ &&
            via_ < vias_->of(at()).size()) {
          return;
        }
      }
    }
    edge_descriptor dereference() const { return {at(), via_}; }
    bool equal(const out_edge_iterator& it) const {
      return own_ == it.own_ && via_ == it.via_;
    }
    void increment() {
      ++via_;
      skip();
    }

    const Network* network_ = nullptr;
    const Vias* vias_ = nullptr;
    NodeId owner_;
    std::uint32_t own_ = 0, end_ = 0;
    std::uint32_t via_ = 0;
  };
  using in_edge_iterator = void;
  using edge_iterator = void;
  using adjacency_iterator = void;

  // Both must outlive it.
  PointedToByClasses(const Network& quotient, const Vias& vias)
      : network_(&quotient), vias_(&vias) {}

  static vertex_descriptor null_vertex() { return UINT32_MAX; }

  friend std::uint32_t num_vertices(const PointedToByClasses& graph) {
    return static_cast<std::uint32_t>(graph.network_->node_count());
  }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(
      const PointedToByClasses& graph) {
    return {vertex_iterator(0), vertex_iterator(num_vertices(graph))};
  }
  friend std::uint32_t source(edge_descriptor arc,
                              const PointedToByClasses& graph) {
    return graph.vias_->owner[arc.edge.index()].value;
  }
  friend std::uint32_t target(edge_descriptor arc,
                              const PointedToByClasses& graph) {
    return graph.vias_->of(arc.edge)[arc.via].from.value;
  }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(
      std::uint32_t v, const PointedToByClasses& graph) {
    const NodeId n(std::size_t{v});
    const Range own = graph.network_->darts(n);
    return {{graph, n, own}, {graph, n, {own.end, own.end}}};
  }
  friend std::uint32_t out_degree(std::uint32_t v,
                                  const PointedToByClasses& graph) {
    const auto [begin, end] = out_edges(v, graph);
    return static_cast<std::uint32_t>(std::distance(begin, end));
  }
  friend auto get(boost::vertex_index_t, const PointedToByClasses&) {
    return boost::typed_identity_property_map<std::uint32_t>();
  }

 private:
  const Network* network_;
  const Vias* vias_;
};

}  // namespace vicinal::network::inline graph

template <class D>
struct boost::property_map<vicinal::network::PointsToGraph<D>,
                           boost::vertex_index_t> {
  using type = boost::typed_identity_property_map<std::uint32_t>;
  using const_type = type;
};
template <>
struct boost::property_map<vicinal::network::PointedToByClasses,
                           boost::vertex_index_t> {
  using type = boost::typed_identity_property_map<std::uint32_t>;
  using const_type = type;
};
