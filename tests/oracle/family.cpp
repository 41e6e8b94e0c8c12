// SPDX-License-Identifier: MIT
// Sizes and graphs, one after the other; each instance by brute force.
#include "family.hpp"

#include <algorithm>
#include <optional>

namespace vicinal::oracle {

namespace {

const ast::Item* edge_of_any(const ast::Tree& tree) {
  for (const ast::Network& network : tree.networks) {
    if (network.kind != ast::NetworkKind::any) continue;
    for (auto i = network.items.begin; i < network.items.end; ++i) {
      const ast::Item& item = tree[tree.item_children[i]];
      if (item.kind == ast::ItemKind::edge) return &item;
    }
  }
  return nullptr;
}

// The next choice of values for the parameters, 0 to `last`; false: none.
bool next(const ast::Tree& tree, std::int64_t last, Sizes& sizes) {
  for (std::size_t p = tree.params.size(); p-- > 0;) {
    std::int64_t& size = sizes[tree.params[p].name.text];
    if (size < last) {
      ++size;
      return true;
    }
    size = 0;
  }
  return false;
}

void explore(const ast::Tree& tree, const Sizes& sizes, const Graph* graph,
             const SmallBounds& bounds,
             const std::function<void(const Small&)>& sink) {
  Small small;
  small.sizes = sizes;
  small.graph = graph;
  std::optional<Instance> instance;
  try {
    instance.emplace(tree, sizes, graph);
  } catch (const OutOfRange&) {
    return;
  } catch (const NoInstance& reason) {
    small.wrong = reason.what();
    sink(small);
    return;
  } catch (const Error&) {
    small.wrong = "elaboration is a model error";
    sink(small);
    return;
  } catch (const TooLarge&) {
    return;  // families of thousands of nodes
  }
  if (instance->nodes().size() > bounds.nodes) return;
  small.instance = &*instance;
  try {
    small.states = instance->reachable_states(bounds.states);
    small.complete = true;
  } catch (const TooLarge&) {
    // Not complete.
  }
  sink(small);
}

}  // namespace

std::string Small::text() const {
  std::string out;
  for (const auto& [name, size] : sizes) {
    out += (out.empty() ? "" : " ") + name + "=" + std::to_string(size);
  }
  if (graph == nullptr) return out;
  out += (out.empty() ? "" : ", ") + std::to_string(graph->nodes) + " nodes:";
  for (const auto& [a, b] : graph->edges) {
    out += " " + std::to_string(a) + "-" + std::to_string(b);
  }
  return out;
}

void small_instances(const ast::Tree& tree, const SmallBounds& bounds,
                     const std::function<void(const Small&)>& sink) {
  const std::vector<Graph> graphs = graphs_within(tree, bounds);
  Sizes sizes;
  for (const ast::Param& p : tree.params) sizes[p.name.text] = 0;
  do {
    if (!is_any(tree)) explore(tree, sizes, nullptr, bounds, sink);
    for (const Graph& graph : graphs) {
      explore(tree, sizes, &graph, bounds, sink);
    }
  } while (next(tree, bounds.size, sizes));
}

std::vector<std::size_t> view_of(const Instance& instance,
                                 const std::vector<std::size_t>& nodes) {
  std::set<std::size_t> variables;
  for (const std::size_t n : nodes) {
    for (const auto& [name, v] : instance.nodes().at(n).variables) {
      variables.insert(v);
    }
    for (const std::size_t e : instance.in_out(n)) {
      variables.insert(instance.edges()[e].variable);
    }
  }
  return {variables.begin(), variables.end()};
}

std::set<State> project(const std::set<State>& states,
                        const std::vector<std::size_t>& variables) {
  std::set<State> out;
  for (const State& s : states) {
    State seen;
    for (const std::size_t v : variables) seen.push_back(s.at(v));
    out.insert(std::move(seen));
  }
  return out;
}

std::vector<Graph> small_graphs(std::size_t nodes, std::size_t edges,
                                bool directed) {
  std::vector<Graph> out;
  for (std::size_t n = 0; n <= nodes; ++n) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = directed ? 0 : a + 1; b < n; ++b) {
        if (a != b) pairs.emplace_back(a, b);
      }
    }
    // With one edge more each time; edges in the order of the pairs.
    std::vector<Graph> graphs = {{n, {}}};
    for (std::size_t count = 0; !graphs.empty(); ++count) {
      out.insert(out.end(), graphs.begin(), graphs.end());
      if (count == edges) break;
      std::vector<Graph> larger;
      for (const Graph& graph : graphs) {
        for (const auto& pair : pairs) {
          if (!graph.edges.empty() && pair < graph.edges.back()) continue;
          larger.push_back(graph);
          larger.back().edges.push_back(pair);
        }
      }
      graphs = std::move(larger);
    }
  }
  return out;
}

std::vector<Graph> graphs_within(const ast::Tree& tree,
                                 const SmallBounds& bounds) {
  if (!is_any(tree)) return {};
  std::vector<Graph> out =
      small_graphs(bounds.graph_nodes, bounds.graph_edges, is_directed(tree));
  for (std::size_t n = bounds.graph_nodes + 1; n <= bounds.shape_nodes; ++n) {
    Graph path{n, {}};
    Graph star{n, {}};
    for (std::size_t i = 1; i < n; ++i) {
      path.edges.emplace_back(i - 1, i);
      star.edges.emplace_back(0, i);
    }
    Graph ring = path;
    ring.edges.emplace_back(n - 1, 0);
    out.insert(out.end(), {path, ring, star});
  }
  return out;
}

bool is_any(const ast::Tree& tree) {
  return edge_of_any(tree) != nullptr;
}

bool is_dynamic(const ast::Tree& tree) {
  return std::ranges::any_of(tree.networks, &ast::Network::dynamic);
}

bool is_directed(const ast::Tree& tree) {
  const ast::Item* edge = edge_of_any(tree);
  return edge != nullptr && edge->via_write.text != edge->via_read.text;
}

network::Network network_of(const Graph& graph, bool directed) {
  constexpr std::uint8_t both = network::dart_reads | network::dart_writes;
  network::NetworkBuilder builder;
  for (std::size_t n = 0; n < graph.nodes; ++n) {
    builder.add_node(builder.color(""));
  }
  for (const auto& [a, b] : graph.edges) {
    const network::EdgeId e = builder.add_edge(builder.color(""));
    builder.connect(network::NodeId(a), e,
                    directed ? network::dart_writes : both);
    builder.connect(network::NodeId(b), e,
                    directed ? network::dart_reads : both);
  }
  return builder.build(false);
}

}  // namespace vicinal::oracle
