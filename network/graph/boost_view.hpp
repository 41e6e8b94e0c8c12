// SPDX-License-Identifier: MIT
// A network as a graph of Boost.Graph, for its algorithms.
#pragma once

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <utility>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::network::inline graph {

// Vertices 0 .. nodes - 1 are the nodes, nodes .. nodes + edges - 1 the edges
// of the network; an arc from a node to an edge that it writes, and from an
// edge to a node that reads it. What flows from m to n flows along a path of
// two arcs. O(darts) to make, and no larger for hyper-edges.
using FlowGraph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                       boost::no_property, boost::no_property,
                                       std::uint32_t, std::uint32_t>;

inline FlowGraph flow_graph(const Network& network) {
  const auto nodes = static_cast<std::uint32_t>(network.node_count());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;
  arcs.reserve(2 * network.dart_count());
  for (std::uint32_t d = 0; d < network.dart_count(); ++d) {
    const DartId dart(std::size_t{d});
    const std::uint32_t node = network.dart_node[d].value;
    const std::uint32_t edge = nodes + network.dart_edge[d].value;
    if (network.writes(dart)) arcs.emplace_back(node, edge);
    if (network.reads(dart)) arcs.emplace_back(edge, node);
  }
  return FlowGraph(boost::edges_are_unsorted_multi_pass, arcs.begin(),
                   arcs.end(), nodes + network.edge_count());
}

}  // namespace vicinal::network::inline graph
