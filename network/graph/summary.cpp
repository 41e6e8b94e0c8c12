// SPDX-License-Identifier: MIT
// Parallel edges are found at the end with the lowest number: edges are sorted
// by their ends.
#include "network/graph/summary.hpp"

#include <algorithm>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/union_find.hpp"

namespace vicinal::network::inline graph {

namespace {

void add_degrees(const Network& network, Summary& out) {
  std::vector<std::uint32_t> degrees;
  degrees.reserve(network.node_count());
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    degrees.push_back(network.darts(NodeId(n)).size());
    if (degrees.back() == 0) ++out.isolated;
  }
  if (degrees.empty()) return;
  const auto middle =
      degrees.begin() + static_cast<std::ptrdiff_t>(degrees.size() / 2);
  std::nth_element(degrees.begin(), middle, degrees.end());
  out.median_degree = *middle;
  out.least_degree = *std::min_element(degrees.begin(), degrees.end());
  out.greatest_degree = *std::max_element(degrees.begin(), degrees.end());
}

void add_components(const Network& network, Summary& out) {
  UnionFind sets(network.node_count());
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    poll();
    const auto darts = network.darts(EdgeId(e));
    for (std::size_t i = 1; i < darts.size(); ++i) {
      sets.join(network.dart_node[darts[0].index()].value,
                network.dart_node[darts[i].index()].value);
    }
  }
  std::vector<std::uint32_t> size(network.node_count(), 0);
  for (std::uint32_t n = 0; n < size.size(); ++n) {
    if (++size[sets.find(n)] == 1) ++out.components;
  }
  for (const std::uint32_t s : size) {
    out.largest = std::max(out.largest, std::size_t{s});
  }
}

// Edges by the first of their ends, then by all of them.
void add_edges(const Network& network, Summary& out) {
  const auto node = [&](DartId d) { return network.dart_node[d.index()]; };
  std::vector<EdgeId> here;
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    poll();
    here.clear();
    for (const EdgeId e : network.inout(NodeId(n))) {
      const auto ends = network.darts(e);
      if (node(ends[0]) != NodeId(n)) continue;
      if (ends.size() == 1) ++out.self_loops;
      if (ends.size() > 2) ++out.hyper_edges;
      here.push_back(e);
    }
    std::sort(here.begin(), here.end(), [&](EdgeId e, EdgeId f) {
      return std::ranges::lexicographical_compare(
          network.darts(e), network.darts(f), {}, node, node);
    });
    for (std::size_t i = 1; i < here.size(); ++i) {
      if (std::ranges::equal(network.darts(here[i]), network.darts(here[i - 1]),
                             {}, node, node)) {
        ++out.parallel;
      }
    }
  }
}

}  // namespace

Summary summarize(const Network& network) {
  Summary out;
  add_degrees(network, out);
  add_components(network, out);
  add_edges(network, out);
  return out;
}

}  // namespace vicinal::network::inline graph
