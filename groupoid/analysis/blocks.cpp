// SPDX-License-Identifier: MIT
// Boost's biconnected components of the incidence graph are sets of darts,
// which nodes and edges separate. An edge in several of them is a bridge; to
// join those that meet in an edge leaves what nodes alone separate. A node in
// several is an articulation point, if one does not count edges that no other
// node touches: such an edge is a component of one dart.
#include "groupoid/analysis/blocks.hpp"

#include <algorithm>
#include <boost/graph/biconnected_components.hpp>

#include "network/base/union_find.hpp"
#include "network/graph/incidence_graph.hpp"

namespace vicinal::groupoid::inline analysis {

using network::DartId;
using network::EdgeId;
using network::LinkGraph;
using network::Network;
using network::NodeId;

namespace {

// Where Boost puts the component of each edge of the graph.
struct DartMap {
  using key_type = network::IncidenceArc;
  using value_type = std::uint32_t;
  using reference = std::uint32_t;
  using category = boost::writable_property_map_tag;

  std::vector<std::uint32_t>* component;

  friend void put(const DartMap& map, const network::IncidenceArc& arc,
                  std::size_t number) {
    (*map.component)[arc.dart.index()] = static_cast<std::uint32_t>(number);
  }
};

class Finder {
 public:
  explicit Finder(const Network& network)
      : network_(network), of_dart_(network.dart_count(), Blocks::none) {}

  Blocks run() {
    const LinkGraph graph(network_);
    const std::size_t count = boost::biconnected_components(
        graph, DartMap{&of_dart_},
        boost::vertex_index_map(get(boost::vertex_index, graph)));
    sets_ = network::UnionFind(count);
    find_bridges();
    find_articulation_points();
    number_components();
    find_largest();
    return std::move(out_);
  }

 private:
  bool joins_nodes(EdgeId e) const {
    const auto darts = network_.darts(e);
    return darts.size() > 1 && network_.dart_node[darts.front().index()] !=
                                   network_.dart_node[darts.back().index()];
  }

  void find_bridges() {
    for (std::size_t i = 0; i < network_.edge_count(); ++i) {
      const EdgeId e(i);
      if (!joins_nodes(e)) continue;
      const auto darts = network_.darts(e);
      const std::uint32_t first = of_dart_[darts.front().index()];
      bool several = false;
      for (const DartId d : darts) {
        network::poll();
        const std::uint32_t other = of_dart_[d.index()];
        // A second dart of one node, which Boost does not number.
        if (other == Blocks::none || other == first) continue;
        several = true;
        sets_.join(first, other);
      }
      if (several) out_.bridges.push_back(e);
    }
  }

  // Within a node; calls `found` for each dart that counts.
  template <class Found>
  void components_at(NodeId n, const Found& found) {
    const network::Range row = network_.darts(n);
    for (std::uint32_t d = row.begin; d < row.end; ++d) {
      network::poll();
      if (of_dart_[d] == Blocks::none) continue;
      if (joins_nodes(network_.dart_edge[d])) found(sets_.find(of_dart_[d]));
    }
  }

  void find_articulation_points() {
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      std::uint32_t first = Blocks::none;
      bool several = false;
      components_at(NodeId(n), [&](std::uint32_t component) {
        if (first == Blocks::none) first = component;
        several = several || component != first;
      });
      if (several) out_.articulation_points.push_back(NodeId(n));
    }
  }

  void number_components() {
    number_.assign(sets_.size(), Blocks::none);
    out_.component_of.assign(network_.edge_count(), Blocks::none);
    for (std::size_t e = 0; e < network_.edge_count(); ++e) {
      network::poll();
      if (!joins_nodes(EdgeId(e))) continue;
      const DartId first = network_.darts(EdgeId(e)).front();
      std::uint32_t& number = number_[sets_.find(of_dart_[first.index()])];
      if (number == Blocks::none) {
        number = static_cast<std::uint32_t>(out_.components++);
      }
      out_.component_of[e] = number;
    }
  }

  void find_largest() {
    std::vector<std::size_t> nodes(out_.components, 0);
    std::vector<std::uint32_t> here;
    for (std::size_t n = 0; n < network_.node_count(); ++n) {
      here.clear();
      components_at(NodeId(n), [&](std::uint32_t component) {
        here.push_back(number_[component]);
      });
      std::ranges::sort(here);
      const auto repeated = std::ranges::unique(here);
      here.erase(repeated.begin(), repeated.end());
      for (const std::uint32_t c : here) ++nodes[c];
    }
    for (const std::size_t n : nodes) out_.largest = std::max(out_.largest, n);
  }

  const Network& network_;
  std::vector<std::uint32_t> of_dart_;  // per dart, Boost's number
  network::UnionFind sets_;
  std::vector<std::uint32_t> number_;  // per set, ours
  Blocks out_;
};

}  // namespace

Blocks blocks(const Network& network) {
  return Finder(network).run();
}

}  // namespace vicinal::groupoid::inline analysis
