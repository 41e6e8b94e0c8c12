// SPDX-License-Identifier: MIT
// Bounds from few searches (Takes, Kosters: Computing the eccentricity
// distribution of large graphs, 2013): if v and w reach each other,
//
//   ecc(v) - d(v, w)  <=  ecc(w)  <=  d(w, v) + ecc(v),     d(w, v) <= ecc(w)
//
// so that a breadth first search from v, and one against the arcs, tell
// something of all nodes of its strong component. The next search starts where
// the upper bound is greatest or, in turn, the lower one least. On most
// networks a few dozens settle all nodes; where each node is like every other,
// automorphisms do.
#include "groupoid/analysis/distances.hpp"

#include <algorithm>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/pending/queue.hpp>
#include <optional>

#include "groupoid/similarity/partition.hpp"
#include "network/base/union_find.hpp"
#include "network/graph/incidence_graph.hpp"

namespace vicinal::groupoid::inline analysis {

using network::Network;
using network::NodeId;

namespace {

constexpr std::uint32_t not_reached = UINT32_MAX;

// Distances from one node at a time; what a search has touched is cleared by
// the next, so that a search costs what it reaches.
template <class Graph>
class Search {
 public:
  using Vertex = typename boost::graph_traits<Graph>::vertex_descriptor;
  using Arc = typename boost::graph_traits<Graph>::edge_descriptor;

  Search(const Graph& graph, std::uint64_t& work)
      : graph_(graph),
        work_(work),
        distance_(num_vertices(graph), not_reached),
        colors_(num_vertices(graph), boost::white_color) {}

  void from(Vertex start) {
    for (const Vertex v : reached_) {
      distance_[v] = not_reached;
      colors_[v] = boost::white_color;
    }
    reached_.clear();
    distance_[start] = 0;
    boost::queue<Vertex> open;
    boost::breadth_first_visit(
        graph_, start, open, Visitor{this},
        boost::make_iterator_property_map(
            colors_.begin(),
            boost::typed_identity_property_map<std::uint32_t>()));
  }

  // Nodes and edges, by distance.
  const std::vector<Vertex>& reached() const { return reached_; }
  // Between nodes: from one to the next are two arcs.
  std::uint32_t distance(std::uint32_t node) const {
    const std::uint32_t d = distance_[node];
    return d == not_reached ? d : d / 2;
  }

 private:
  struct Visitor : boost::default_bfs_visitor {
    Search* search;
    explicit Visitor(Search* s) : search(s) {}

    void discover_vertex(Vertex v, const Graph&) const {
      search->reached_.push_back(v);
    }
    void examine_edge(Arc, const Graph&) const {
      ++search->work_;
      network::poll();
    }
    void tree_edge(Arc arc, const Graph& g) const {
      search->distance_[target(arc, g)] = search->distance_[source(arc, g)] + 1;
    }
  };

  const Graph& graph_;
  std::uint64_t& work_;
  std::vector<std::uint32_t> distance_;  // in arcs
  std::vector<boost::default_color_type> colors_;
  std::vector<Vertex> reached_;
};

template <class Graph>
class Bounds {
 public:
  using Backward = boost::reverse_graph<Graph>;

  Bounds(const Network& network, std::uint64_t limit,
         std::span<const std::uint32_t> alike)
      : limit_(limit),
        nodes_(static_cast<std::uint32_t>(network.node_count())),
        alike_(alike),
        graph_(network),
        backward_graph_(graph_),
        forward_(graph_, work_) {
    if constexpr (Graph::directed) backward_.emplace(backward_graph_, work_);
    bound_by_components(network);
  }

  Distances run() {
    // Where there is something to find, the first search is made in any case.
    bool greatest = true;
    std::uint32_t v = next(greatest);
    while (v != nodes_) {
      look_from(v);
      greatest = !greatest;
      v = next(greatest);
      if (work_ > limit_) break;
    }
    out_.exact = v == nodes_;
    summarize();
    return std::move(out_);
  }

 private:
  // Nothing is further away than there are other nodes in the component.
  void bound_by_components(const Network& network) {
    network::UnionFind components(nodes_);
    for (std::size_t e = 0; e < network.edge_count(); ++e) {
      const auto darts = network.darts(network::EdgeId(e));
      for (const network::DartId d : darts) {
        network::poll();
        components.join(network.dart_node[darts.front().index()].value,
                        network.dart_node[d.index()].value);
      }
    }
    std::vector<std::uint32_t> others(nodes_, 0);
    for (std::uint32_t v = 0; v < nodes_; ++v) {
      network::poll();
      if (components.find(v) != v) ++others[components.find(v)];
    }
    out_.least.assign(nodes_, 0);
    for (std::uint32_t v = 0; v < nodes_; ++v) {
      out_.most.push_back(others[components.find(v)]);
      if (out_.most[v] + 1 < nodes_) out_.connected = false;
    }
  }

  // The open node with the greatest upper, or the least lower bound; none is
  // the number of nodes.
  std::uint32_t next(bool greatest) {
    std::uint32_t best = nodes_;
    for (std::uint32_t v = 0; v < nodes_; ++v) {
      network::poll();
      if (out_.least[v] == out_.most[v]) continue;
      if (best == nodes_ || (greatest ? out_.most[v] > out_.most[best]
                                      : out_.least[v] < out_.least[best])) {
        best = v;
      }
    }
    work_ += nodes_;
    return best;
  }

  void look_from(std::uint32_t v) {
    forward_.from(v);
    std::uint32_t eccentricity = 0, reached = 0;
    for (const std::uint32_t w : forward_.reached()) {
      if (w >= nodes_) continue;
      ++reached;
      eccentricity = std::max(eccentricity, forward_.distance(w));
    }
    if (reached < nodes_) out_.connected = false;
    if constexpr (Graph::directed) backward_->from(v);
    for (const std::uint32_t w : forward_.reached()) {
      network::poll();
      if (w >= nodes_) continue;
      const std::uint32_t to = forward_.distance(w);
      std::uint32_t back = to;
      if constexpr (Graph::directed) back = backward_->distance(w);
      if (back == not_reached) continue;  // another strong component
      raise(w, std::max(eccentricity - to, back));
      lower(w, back + eccentricity);
    }
    settle(v, eccentricity);
  }

  void raise(std::uint32_t w, std::uint32_t bound) {
    out_.least[w] = std::max(out_.least[w], bound);
  }
  void lower(std::uint32_t w, std::uint32_t bound) {
    out_.most[w] = std::min(out_.most[w], bound);
  }

  // The node itself, and all that are like it.
  void settle(std::uint32_t v, std::uint32_t eccentricity) {
    out_.least[v] = out_.most[v] = eccentricity;
    if (alike_.empty()) return;
    if (orbits_.node_count() == 0) orbits_ = Partition(alike_);
    for (const NodeId w :
         orbits_.members(orbits_.class_of(NodeId(std::size_t{v})))) {
      network::poll();
      out_.least[w.index()] = out_.most[w.index()] = eccentricity;
    }
  }

  void summarize() {
    if (nodes_ == 0) return;
    out_.diameter_least = *std::ranges::max_element(out_.least);
    out_.diameter_most = *std::ranges::max_element(out_.most);
    out_.radius_least = *std::ranges::min_element(out_.least);
    out_.radius_most = *std::ranges::min_element(out_.most);
    // Searches have told what nodes reach. Whether one of them is reached by
    // all, only the arcs backward say.
    if constexpr (Graph::directed) {
      if (!out_.connected) return;
      backward_->from(0);
      const auto& all = backward_->reached();
      const auto reached = std::ranges::count_if(
          all, [&](std::uint32_t w) { return w < nodes_; });
      out_.connected = reached == std::ptrdiff_t{nodes_};
    }
  }

  std::uint64_t work_ = 0, limit_;
  std::uint32_t nodes_;
  std::span<const std::uint32_t> alike_;
  Partition orbits_;
  Graph graph_;
  Backward backward_graph_;
  Search<Graph> forward_;
  std::optional<Search<Backward>> backward_;  // of directed graphs
  Distances out_;
};

}  // namespace

Distances distances(const Network& network, Direction direction,
                    std::uint64_t work, std::span<const std::uint32_t> alike) {
  if (direction == Direction::points_to) {
    return Bounds<network::FlowGraph>(network, work, alike).run();
  }
  return Bounds<network::LinkGraph>(network, work, alike).run();
}

}  // namespace vicinal::groupoid::inline analysis
