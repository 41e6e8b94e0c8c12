// SPDX-License-Identifier: MIT
// Slow and obvious: exponential where that is plainest.
#include "analysis.hpp"

#include <algorithm>

namespace vicinal::oracle {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

Number count(std::size_t n) {
  return static_cast<Number>(n);
}

std::set<Number> ends(const Network& network, Number e) {
  std::set<Number> out;
  for (const DartId d : network.darts(EdgeId(std::size_t{e}))) {
    out.insert(network.dart_node[d.index()].value);
  }
  return out;
}

constexpr Number nothing = UINT32_MAX;

// Per node the least one that it is connected with, without a node, an edge.
std::vector<Number> parts(const Network& network, Number no_node,
                          Number no_edge) {
  std::vector<Number> part;
  for (Number n = 0; n < network.node_count(); ++n) part.push_back(n);
  for (bool changed = true; changed;) {
    changed = false;
    for (Number e = 0; e < network.edge_count(); ++e) {
      if (e == no_edge) continue;
      std::set<Number> here = ends(network, e);
      here.erase(no_node);
      for (const Number m : here) {
        for (const Number n : here) {
          if (part[m] < part[n]) {
            part[n] = part[m];
            changed = true;
          }
        }
      }
    }
  }
  return part;
}

// Whether two nodes that were connected are so no more.
bool separates(const Network& network, Number node, Number edge) {
  const auto before = parts(network, nothing, nothing);
  const auto after = parts(network, node, edge);
  for (Number m = 0; m < network.node_count(); ++m) {
    for (Number n = 0; n < network.node_count(); ++n) {
      if (m == node || n == node) continue;
      if (before[m] == before[n] && after[m] != after[n]) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::vector<Number>> node_distances(const Network& network,
                                                bool directed) {
  const Number nodes = count(network.node_count());
  std::vector distance(nodes, std::vector<Number>(nodes, far));
  for (Number m = 0; m < nodes; ++m) {
    for (Number n = 0; n < nodes; ++n) {
      const NodeId a(std::size_t{m}), b(std::size_t{n});
      if (m == n) {
        distance[m][n] = 0;
      } else if (directed ? network.points_to(a, b) : network.adjacent(a, b)) {
        distance[m][n] = 1;
      }
    }
  }
  for (Number k = 0; k < nodes; ++k) {
    for (Number m = 0; m < nodes; ++m) {
      for (Number n = 0; n < nodes; ++n) {
        if (distance[m][k] == far || distance[k][n] == far) continue;
        distance[m][n] =
            std::min(distance[m][n], distance[m][k] + distance[k][n]);
      }
    }
  }
  return distance;
}

std::set<Number> articulation_points(const Network& network) {
  std::set<Number> out;
  for (Number n = 0; n < network.node_count(); ++n) {
    if (separates(network, n, nothing)) out.insert(n);
  }
  return out;
}

std::set<Number> bridges(const Network& network) {
  std::set<Number> out;
  for (Number e = 0; e < network.edge_count(); ++e) {
    if (separates(network, nothing, e)) out.insert(e);
  }
  return out;
}

std::set<std::pair<Number, Number>> in_one_block(const Network& network) {
  std::set<std::pair<Number, Number>> out;
  const auto connected = [&](Number e, Number f, Number without) {
    const auto part = parts(network, without, nothing);
    for (const Number m : ends(network, e)) {
      for (const Number n : ends(network, f)) {
        if (m != without && n != without && part[m] == part[n]) return true;
      }
    }
    return false;
  };
  for (Number e = 0; e < network.edge_count(); ++e) {
    for (Number f = 0; f < network.edge_count(); ++f) {
      if (ends(network, e).size() < 2 || ends(network, f).size() < 2) continue;
      bool one = connected(e, f, nothing);
      for (Number n = 0; n < network.node_count(); ++n) {
        one = one && connected(e, f, n);
      }
      if (one) out.emplace(e, f);
    }
  }
  return out;
}

std::vector<Number> core_numbers(const Network& network) {
  const Number nodes = count(network.node_count());
  std::vector<Number> out(nodes, 0);
  for (Number k = 1;; ++k) {
    std::vector<bool> left(nodes, true);
    for (bool changed = true; changed;) {
      changed = false;
      for (Number n = 0; n < nodes; ++n) {
        if (!left[n]) continue;
        Number neighbours = 0;
        for (Number e = 0; e < network.edge_count(); ++e) {
          const std::set<Number> here = ends(network, e);
          if (!here.contains(n)) continue;
          for (const Number m : here) neighbours += m != n && left[m];
        }
        if (neighbours < k) {
          left[n] = false;
          changed = true;
        }
      }
    }
    if (std::ranges::count(left, true) == 0) return out;
    for (Number n = 0; n < nodes; ++n) {
      if (left[n]) out[n] = k;
    }
  }
}

bool bipartite(const Network& network) {
  for (Number colors = 0; colors < 1U << network.node_count(); ++colors) {
    bool good = true;
    for (Number e = 0; e < network.edge_count() && good; ++e) {
      const std::set<Number> here = ends(network, e);
      if (here.empty()) continue;
      good = here.size() == 2 &&
             (colors >> *here.begin() & 1) != (colors >> *here.rbegin() & 1);
    }
    if (good) return true;
  }
  return false;
}

namespace {

// A simple graph: the neighbours of each vertex.
using Plain = std::vector<std::set<Number>>;

void take_away(Plain& graph, Number v) {
  for (const Number w : graph[v]) graph[w].erase(v);
  graph[v].clear();
}

// v becomes u.
void contract(Plain& graph, Number u, Number v) {
  const std::set<Number> others = graph[v];
  take_away(graph, v);
  for (const Number w : others) {
    if (w == u) continue;
    graph[u].insert(w);
    graph[w].insert(u);
  }
}

// Vertices of degree 1 and 2 make no minor of these that is not there without
// them.
void shrink(Plain& graph) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Number v = 0; v < graph.size(); ++v) {
      if (graph[v].empty() || graph[v].size() > 2) continue;
      contract(graph, *graph[v].begin(), v);
      changed = true;
    }
  }
}

// Five that are all joined.
bool has_k5(const Plain& graph, std::vector<Number> taken, Number next) {
  if (taken.size() == 5) return true;
  for (Number v = next; v < graph.size(); ++v) {
    if (std::ranges::all_of(taken,
                            [&](Number t) { return graph[v].contains(t); })) {
      taken.push_back(v);
      if (has_k5(graph, taken, v + 1)) return true;
      taken.pop_back();
    }
  }
  return false;
}

// Three with three common neighbours.
bool has_k33(const Plain& graph) {
  const Number size = count(graph.size());
  for (Number a = 0; a < size; ++a) {
    for (Number b = a + 1; b < size; ++b) {
      for (Number c = b + 1; c < size; ++c) {
        Number common = 0;
        for (const Number v : graph[a]) {
          common +=
              v != b && v != c && graph[b].contains(v) && graph[c].contains(v);
        }
        if (common >= 3) return true;
      }
    }
  }
  return false;
}

bool has_minor(Plain graph, std::set<Plain>& seen) {
  shrink(graph);
  if (!seen.insert(graph).second) return false;
  if (has_k5(graph, {}, 0) || has_k33(graph)) return true;
  for (Number v = 0; v < graph.size(); ++v) {
    for (const Number w : graph[v]) {
      if (w < v) continue;
      Plain smaller = graph;
      contract(smaller, v, w);
      if (has_minor(std::move(smaller), seen)) return true;
    }
  }
  return false;
}

}  // namespace

bool planar(const Network& network) {
  const Number nodes = count(network.node_count());
  Plain graph(nodes + network.edge_count());
  for (Number e = 0; e < network.edge_count(); ++e) {
    for (const Number n : ends(network, e)) {
      graph[n].insert(nodes + e);
      graph[nodes + e].insert(n);
    }
  }
  std::set<Plain> seen;
  return !has_minor(std::move(graph), seen);
}

}  // namespace vicinal::oracle
