// SPDX-License-Identifier: MIT
// Each part is one question to Boost.Graph. The graphs poll when they are asked
// for arcs, so that its algorithms end with the budget.
#include "groupoid/analysis/analysis.hpp"

#include <algorithm>
#include <boost/graph/bipartite.hpp>
#include <boost/graph/boyer_myrvold_planar_test.hpp>
#include <boost/graph/core_numbers.hpp>
#include <iterator>

#include "network/graph/incidence_graph.hpp"
#include "network/graph/points_to_graph.hpp"

namespace vicinal::groupoid::inline analysis {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

// Whether some end of an edge only reads or only writes it.
bool has_directions(const Network& network) {
  for (std::size_t d = 0; d < network.dart_count(); ++d) {
    network::poll();
    if (network.dart_direction[d] != network::dart_both) return true;
  }
  return false;
}

bool few_pairs(const Network& network, std::uint64_t most) {
  std::uint64_t pairs = 0;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    network::poll();
    const std::uint64_t ends = network.darts(EdgeId(e)).size();
    pairs += ends * ends;
  }
  return pairs <= most;
}

}  // namespace

Degrees degrees(const Network& network) {
  Degrees out;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    const network::Range row = network.darts(NodeId(n));
    std::uint32_t written = 0, read = 0;
    for (std::uint32_t d = row.begin; d < row.end; ++d) {
      network::poll();
      if (network.writes(DartId(std::size_t{d}))) ++written;
      if (network.reads(DartId(std::size_t{d}))) ++read;
    }
    ++out.touched[row.size()];
    ++out.written[written];
    ++out.read[read];
  }
  return out;
}

std::optional<Cores> cores(const Network& network, std::uint64_t most_pairs) {
  if (!few_pairs(network, most_pairs)) return std::nullopt;
  const network::Neighbours graph(network);
  Cores out;
  out.number.resize(network.node_count());
  boost::core_numbers(graph,
                      boost::make_iterator_property_map(
                          out.number.begin(), get(boost::vertex_index, graph)));
  for (const std::uint32_t k : out.number) {
    out.greatest = std::max(out.greatest, k);
  }
  out.innermost =
      static_cast<std::size_t>(std::ranges::count(out.number, out.greatest));
  return out;
}

Bipartite bipartite(const Network& network) {
  Bipartite out;
  const auto node = [&](DartId d) { return network.dart_node[d.index()]; };
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    network::poll();
    const auto darts = network.darts(EdgeId(e));
    if (darts.size() == 1) {
      out.odd_cycle = {node(darts[0])};
      return out;
    }
    if (darts.size() > 2) {
      out.odd_cycle = {node(darts[0]), node(darts[1]), node(darts[2])};
      return out;
    }
  }
  const network::Neighbours graph(network);
  std::vector<std::uint32_t> cycle;
  boost::find_odd_cycle(graph, get(boost::vertex_index, graph),
                        std::back_inserter(cycle));
  for (const std::uint32_t v : cycle) {
    out.odd_cycle.push_back(NodeId(std::size_t{v}));
  }
  out.holds = cycle.empty();
  return out;
}

std::optional<bool> planar(const Network& network, std::size_t most_size) {
  const network::LinkGraph graph(network);
  const std::size_t size =
      std::size_t{num_vertices(graph)} + network.dart_count();
  if (size > most_size) return std::nullopt;
  return boost::boyer_myrvold_planarity_test(graph);
}

void analyse(const Network& network, const AnalysisLimits& limits,
             Analysis& out, std::span<const std::uint32_t> alike,
             const Quotient* quotient) {
  out.directed = has_directions(network);
  out.degrees = degrees(network);
  out.strong = strong_components(network);
  if (quotient != nullptr) out.quotient_strong = strong_components(*quotient);
  out.blocks = blocks(network);
  out.bipartite = bipartite(network);
  out.cores = cores(network, limits.pairs);
  out.planar = planar(network, limits.planar_size);
  out.distances =
      distances(network, Direction::any, limits.distance_work, alike);
  if (out.directed) {
    out.directed_distances =
        distances(network, Direction::points_to, limits.distance_work, alike);
  }
}

}  // namespace vicinal::groupoid::inline analysis
