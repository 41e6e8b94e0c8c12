// SPDX-License-Identifier: MIT
// The darts of an edge are in the order of their nodes, so that one is found by
// halves.
#include "network/graph/incidence_graph.hpp"

#include <algorithm>

namespace vicinal::network::inline graph {

std::pair<IncidenceArc, bool> edge(std::uint32_t u, std::uint32_t v,
                                   const LinkGraph& graph) {
  const bool to_edge = graph.is_node(u);
  if (to_edge == graph.is_node(v)) return {{}, false};
  const Network& network = graph.network();
  const NodeId node(std::size_t{to_edge ? u : v});
  const auto darts = network.darts(
      EdgeId(std::size_t{(to_edge ? v : u) - graph.node_count()}));
  const auto found = std::ranges::lower_bound(
      darts, node, {}, [&](DartId d) { return network.dart_node[d.index()]; });
  if (found == darts.end() || network.dart_node[found->index()] != node) {
    return {{}, false};
  }
  return {{*found, to_edge}, true};
}

}  // namespace vicinal::network::inline graph
