// SPDX-License-Identifier: MIT
// Parameters in the order of their sum above the least ones; graphs by their
// number of nodes, each up to isomorphism by trying all numberings, which up to
// five nodes are few. Parameters at which elaboration fails are remembered as
// no instance, unless that one is too large to be built; of a graph that leaves
// an empty tuple.
#include "fixpoint/family/samples.hpp"
#include "network/elaboration/beyond_limits.hpp"
#include "network/elaboration/elaborate.hpp"

#include <algorithm>
#include <numeric>

#include "network/base/budget.hpp"

namespace vicinal::fixpoint::inline family {

using network::Model;
using network::Scalar;

namespace {

// More edges than this for each node are no small instance.
constexpr std::size_t edges_per_node = 8;

// How many nodes an instance may have.
struct Nodes {
  std::size_t least = 0, most = 0;
};

void add(const Model& model, std::vector<Scalar> parameters,
         std::optional<network::Network> graph, Nodes nodes, Samples& out) {
  network::Diagnostics why(model.source);
  auto sample = std::make_unique<Sample>();
  sample->graph = std::move(graph);
  auto instance = network::elaborate(model, parameters, why,
                                     sample->graph ? &*sample->graph : nullptr);
  if (!instance) {
    // A graph is no size: others may be instances with the same parameters.
    if (!sample->graph && !network::beyond_limits(why)) {
      out.excluded.push_back(std::move(parameters));
    }
    return;
  }
  const std::size_t count = instance->network.node_count();
  if (count < nodes.least || count > nodes.most ||
      instance->network.edge_count() > edges_per_node * nodes.most) {
    return;
  }
  sample->parameters = std::move(parameters);
  sample->instance = std::move(*instance);
  out.all.push_back(std::move(sample));
}

// All choices of parameters whose distance from the least is `sum`.
void at_distance(const Model& model, const Scope& scope, std::size_t at,
                 Scalar sum, std::vector<Scalar>& parameters,
                 std::vector<std::vector<Scalar>>& out) {
  network::poll();
  if (at == model.parameters.size()) {
    if (sum == 0) out.push_back(parameters);
    return;
  }
  const network::Parameter& p = model.parameters[at];
  if (scope.fixed[at]) {
    parameters[at] = *scope.fixed[at];
    at_distance(model, scope, at + 1, sum, parameters, out);
    return;
  }
  for (Scalar more = 0; more <= sum; ++more) {
    if (p.high && p.low + more > *p.high) break;
    parameters[at] = p.low + more;
    at_distance(model, scope, at + 1, sum - more, parameters, out);
  }
}

// A graph by the pairs it joins: nodes 0..n-1, edge i of `ends`.
network::Network graph_of(std::size_t nodes,
                          const std::vector<std::pair<int, int>>& ends,
                          bool directed) {
  network::NetworkBuilder builder;
  const std::uint32_t color = builder.color("");
  std::vector<network::NodeId> ids;
  for (std::size_t i = 0; i < nodes; ++i) {
    ids.push_back(builder.add_node(color, std::to_string(i)));
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto e = builder.add_edge(color, "e" + std::to_string(i));
    const std::uint8_t both = network::dart_reads | network::dart_writes;
    builder.connect(ids[static_cast<std::size_t>(ends[i].first)], e,
                    directed ? network::dart_writes : both);
    builder.connect(ids[static_cast<std::size_t>(ends[i].second)], e,
                    directed ? network::dart_reads : both);
  }
  return builder.build(false);
}

bool has_arcs(const Model& model) {
  return std::any_of(model.edge_families.begin(), model.edge_families.end(),
                     [](const auto& f) { return f.via_write != f.via_read; });
}

// Every simple graph of n nodes, once for all its numberings (of two nodes also
// with two edges for each): the one whose adjacency, read as a number, is
// least. Of directed graphs each arc is there or not.
void all_graphs(const Model& model, std::size_t n,
                const std::vector<std::vector<Scalar>>& parameters,
                Samples& out) {
  const bool directed = has_arcs(model);
  std::vector<std::pair<int, int>> slots;
  for (int i = 0; i < static_cast<int>(n); ++i) {
    for (int j = 0; j < static_cast<int>(n); ++j) {
      if (directed ? i != j : i < j) slots.emplace_back(i, j);
    }
  }
  const auto renumbered = [&](std::uint32_t graph,
                              const std::vector<int>& order) {
    std::uint32_t result = 0;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      if ((graph >> s & 1U) == 0) continue;
      auto [a, b] = slots[s];
      a = order[static_cast<std::size_t>(a)];
      b = order[static_cast<std::size_t>(b)];
      if (!directed && a > b) std::swap(a, b);
      const auto at = std::find(slots.begin(), slots.end(), std::pair(a, b));
      result |= 1U << (at - slots.begin());
    }
    return result;
  };
  const auto add_all = [&](const std::vector<std::pair<int, int>>& ends) {
    for (const auto& chosen : parameters) {
      add(model, chosen, graph_of(n, ends, directed), {n, n}, out);
    }
  };
  for (std::uint32_t graph = 0; graph < 1U << slots.size(); ++graph) {
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    bool least = true;
    do {
      least = renumbered(graph, order) >= graph;
    } while (least && std::next_permutation(order.begin(), order.end()));
    if (!least) continue;
    std::vector<std::pair<int, int>> ends;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      if ((graph >> s & 1U) != 0) ends.push_back(slots[s]);
    }
    add_all(ends);
    if (n != 2 || ends.empty()) continue;
    // Two nodes may have more than one edge in common.
    ends.insert(ends.end(), ends.begin(), ends.end());
    add_all(ends);
  }
}

// There are 34 graphs of five nodes, and 218 directed ones of four.
std::size_t largest_graph(const Model& model) {
  return has_arcs(model) ? 4 : 5;
}

}  // namespace

void add_sample(const Model& model, std::vector<Scalar> parameters,
                Samples& out, std::size_t nodes) {
  const std::size_t least = model.node_families.empty() ? 0 : 1;
  add(model, std::move(parameters), std::nullopt, {least, nodes}, out);
}

bool Growth::graphs(std::size_t nodes, Samples& out) const {
  if (nodes > std::min(most_, largest_graph(*model_))) return false;
  std::vector<std::vector<Scalar>> choices;
  std::vector<Scalar> parameters(model_->parameters.size());
  for (const Scalar more : {0, 1}) {
    at_distance(*model_, scope_, 0, more, parameters, choices);
  }
  all_graphs(*model_, nodes, choices, out);
  out.all_graphs_of = nodes;
  return true;
}

bool Growth::more(Samples& out) {
  out.model = model_;
  if (model_->network_kind == network::ast::NetworkKind::any) {
    const auto nodes = least_ + static_cast<std::size_t>(distance_++);
    return graphs(nodes, out);
  }
  // Larger parameters make larger networks, but for conditions that say
  // otherwise: go on for a few steps after the last that was small enough. A
  // ring whose nodes know the third next one has no instance before n = 4, but
  // perhaps that of no nodes.
  if (without_ == (some_ ? 4 : 12)) return false;
  std::vector<std::vector<Scalar>> choices;
  std::vector<Scalar> parameters(model_->parameters.size());
  at_distance(*model_, scope_, 0, distance_, parameters, choices);
  if (choices.empty()) return false;
  ++distance_;
  const std::size_t before = out.all.size();
  for (auto& choice : choices) {
    add(*model_, choice, std::nullopt, {least_, most_}, out);
  }
  without_ = out.all.size() > before ? 0 : without_ + 1;
  for (std::size_t i = before; i < out.all.size(); ++i) {
    some_ = some_ || model_->node_families.empty() ||
            out.all[i]->instance.network.node_count() > 0;
  }
  return true;
}

}  // namespace vicinal::fixpoint::inline family
