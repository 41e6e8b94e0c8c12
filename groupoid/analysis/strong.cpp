// SPDX-License-Identifier: MIT
// Of a network, components are those of the directed incidence graph, whose
// paths from node to node are those of the points-to graph: it does not grow
// with the square of a bus. Who writes an edge points to all others that touch
// it, so that all of its writers are in one component, which alone points to
// others by that edge.
#include "groupoid/analysis/strong.hpp"

#include <algorithm>
#include <boost/graph/strong_components.hpp>

#include "network/graph/incidence_graph.hpp"
#include "network/graph/points_to_graph.hpp"

namespace vicinal::groupoid::inline analysis {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

using Arcs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// A number for each vertex: equal ones for those of one component.
template <class Graph>
std::vector<std::uint32_t> component_numbers(const Graph& graph) {
  std::vector<std::uint32_t> number(num_vertices(graph));
  boost::strong_components(
      graph,
      boost::make_iterator_property_map(number.begin(),
                                        get(boost::vertex_index, graph)),
      boost::vertex_index_map(get(boost::vertex_index, graph)));
  return number;
}

StrongComponents with_arcs(Partition components, Arcs arcs) {
  std::ranges::sort(arcs);
  const auto repeated = std::ranges::unique(arcs);
  arcs.erase(repeated.begin(), repeated.end());
  StrongComponents out;
  std::vector<bool> is_left(components.size()), is_entered(components.size());
  for (const auto& [from, to] : arcs) {
    is_left[from] = true;
    is_entered[to] = true;
  }
  out.components = std::move(components);
  out.arcs = std::move(arcs);
  out.sources = static_cast<std::size_t>(std::ranges::count(is_entered, false));
  out.sinks = static_cast<std::size_t>(std::ranges::count(is_left, false));
  return out;
}

}  // namespace

StrongComponents strong_components(const Network& network) {
  std::vector<std::uint32_t> number =
      component_numbers(network::FlowGraph(network));
  number.resize(network.node_count());
  Partition components{std::span<const std::uint32_t>(number)};
  Arcs arcs;
  const auto component = [&](DartId d) {
    return components.class_of(network.dart_node[d.index()]);
  };
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    const auto darts = network.darts(EdgeId(e));
    const auto writer = std::ranges::find_if(
        darts, [&](DartId d) { return network.writes(d); });
    if (writer == darts.end()) continue;
    for (const DartId d : darts) {
      network::poll();
      if (component(d) != component(*writer)) {
        arcs.emplace_back(component(*writer), component(d));
      }
    }
  }
  return with_arcs(std::move(components), std::move(arcs));
}

StrongComponents strong_components(const Quotient& quotient) {
  const network::PointedToByClasses graph(quotient.network, quotient.vias);
  const std::vector<std::uint32_t> number = component_numbers(graph);
  Partition components{std::span<const std::uint32_t>(number)};
  Arcs arcs;
  for (std::uint32_t v = 0; v < num_vertices(graph); ++v) {
    const std::uint32_t to = components.class_of(NodeId(std::size_t{v}));
    for (auto [arc, end] = out_edges(v, graph); arc != end; ++arc) {
      network::poll();
      const std::uint32_t from =
          components.class_of(NodeId(std::size_t{target(*arc, graph)}));
      if (from != to) arcs.emplace_back(from, to);
    }
  }
  return with_arcs(std::move(components), std::move(arcs));
}

}  // namespace vicinal::groupoid::inline analysis
