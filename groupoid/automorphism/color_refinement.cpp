// SPDX-License-Identifier: MIT
// A graph is refined: its vertices are the nodes; edges whose darts are all of
// the most frequent kind are its edges. Of the others, those with two equal
// ends are two vertices, each joined to both; a loop then is one, joined twice,
// so that it counts as an edge does. The rest are vertices joined to a vertex
// for each of their darts, and that to the node.
#include "groupoid/automorphism/color_refinement.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "groupoid/automorphism/refinement.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline automorphism {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

namespace {

class Expansion {
 public:
  explicit Expansion(const Network& network) : network_(network) {
    find_most_frequent();
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      vertex(0, network.node_color[n], 0);
    }
    for (std::size_t e = 0; e < network.edge_count(); ++e) add(EdgeId(e));
  }

  std::vector<std::uint32_t> run() {
    ColoredGraph graph = compressed();
    refine_colors(graph);
    graph.color.resize(network_.node_count());
    return std::move(graph.color);
  }

 private:
  std::uint32_t port(DartId d) const {
    return network_.has_ports ? network_.dart_port[d.index()] : 0;
  }
  std::uint32_t node(DartId d) const {
    return network_.dart_node[d.index()].value;
  }

  // Whether all darts read and write, at no port: a plain edge or a loop.
  bool plain(EdgeId e) const {
    const auto darts = network_.darts(e);
    if (darts.empty() || darts.size() > 2) return false;
    for (const DartId d : darts) {
      if (network_.dart_direction[d.index()] != network::dart_both ||
          port(d) != 0) {
        return false;
      }
    }
    return true;
  }

  void find_most_frequent() {
    std::vector<std::uint32_t> count(network_.color_names.size(), 0);
    for (std::size_t e = 0; e < network_.edge_count(); ++e) {
      const std::uint32_t color = network_.edge_color[e];
      if (plain(EdgeId(e)) && ++count[color] > count[frequent_]) {
        frequent_ = color;
      }
    }
  }

  std::uint32_t vertex(std::uint32_t what, std::uint32_t a, std::uint32_t b) {
    const auto fresh = static_cast<std::uint32_t>(colors_.size());
    color_.push_back(
        colors_.try_emplace(std::tuple(what, a, b), fresh).first->second);
    return static_cast<std::uint32_t>(color_.size() - 1);
  }

  void add(EdgeId e) {
    const auto darts = network_.darts(e);
    if (darts.empty()) return;
    const bool loop = darts.size() == 1;
    const DartId last = loop ? darts[0] : darts[1];
    if (plain(e) && network_.edge_color[e.index()] == frequent_) {
      return join(node(darts[0]), node(last));
    }
    const bool alike = darts.size() <= 2 && port(darts[0]) == port(last) &&
                       network_.dart_direction[darts[0].index()] ==
                           network_.dart_direction[last.index()];
    if (!alike) return add_ends(e);
    for (int i = 0; i < (loop ? 1 : 2); ++i) {
      const std::uint32_t middle =
          vertex(3 + network_.dart_direction[darts[0].index()],
                 network_.edge_color[e.index()], port(last));
      join(middle, node(darts[0]));
      join(middle, node(last));
    }
  }

  void add_ends(EdgeId e) {
    const std::uint32_t center = vertex(1, network_.edge_color[e.index()], 0);
    for (const DartId d : network_.darts(e)) {
      const std::uint32_t end =
          vertex(2, network_.dart_direction[d.index()], port(d));
      join(center, end);
      join(end, node(d));
    }
  }

  void join(std::uint32_t a, std::uint32_t b) { edges_.emplace_back(a, b); }

  ColoredGraph compressed() const {
    ColoredGraph graph;
    graph.color = color_;
    graph.row.assign(color_.size() + 1, 0);
    const auto each = [&](const auto& visit) {
      for (const auto& [a, b] : edges_) {
        visit(a, b);
        if (a != b) visit(b, a);
      }
    };
    each([&](std::uint32_t a, std::uint32_t) { ++graph.row[a + 1]; });
    for (std::size_t i = 1; i < graph.row.size(); ++i) {
      graph.row[i] += graph.row[i - 1];
    }
    std::vector<std::size_t> next(graph.row.begin(), graph.row.end() - 1);
    graph.neighbors.resize(graph.row.back());
    each([&](std::uint32_t a, std::uint32_t b) {
      graph.neighbors[next[a]++] = b;
    });
    return graph;
  }

  const Network& network_;
  std::uint32_t frequent_ = 0;  // the color of most plain edges
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>,
           std::uint32_t>
      colors_;
  std::vector<std::uint32_t> color_;  // per vertex
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

}  // namespace

std::vector<std::uint32_t> color_refinement(const Network& network) {
  return Expansion(network).run();
}

namespace {

// What a node sees: for each of its darts the kinds of it and of the edge, and
// of the other darts, with the labels at their nodes. A loop has its own dart
// for another.
using Seen = std::vector<std::vector<std::uint64_t>>;

std::uint64_t kind_of(const Network& network, DartId d) {
  const std::uint64_t port =
      network.has_ports ? network.dart_port[d.index()] : 0;
  return std::uint64_t{network.dart_direction[d.index()]} << 32 | port;
}

Seen seen_by(const Network& network, NodeId n,
             const std::vector<std::uint32_t>& labels) {
  Seen seen;
  const auto darts = network.darts(n);
  for (std::uint32_t i = darts.begin; i < darts.end; ++i) {
    const DartId d(std::size_t{i});
    const EdgeId e = network.dart_edge[d.index()];
    const auto ends = network.darts(e);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> others;
    for (const DartId o : ends) {
      if (o == d && ends.size() > 1) continue;
      others.emplace_back(kind_of(network, o),
                          labels[network.dart_node[o.index()].index()]);
    }
    std::ranges::sort(others);
    auto& key = seen.emplace_back();
    key = {kind_of(network, d), network.edge_color[e.index()]};
    for (const auto& [kind, label] : others) {
      key.push_back(kind);
      key.push_back(label);
    }
  }
  std::ranges::sort(seen);
  return seen;
}

}  // namespace

std::optional<std::size_t> refinement_rounds(const Network& network,
                                             std::uint64_t most) {
  std::uint64_t work = network.node_count();
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    const std::uint64_t darts = network.darts(EdgeId(e)).size();
    work += darts * darts;
  }
  std::vector<std::uint32_t> labels = network.node_color.list();
  const std::set<std::uint32_t> colors(labels.begin(), labels.end());
  std::size_t count = colors.size();
  for (std::size_t round = 0;; ++round) {
    if (work * (round + 1) > most) return std::nullopt;
    std::map<std::pair<std::uint32_t, Seen>, std::uint32_t> numbers;
    std::vector<std::uint32_t> next;
    for (std::size_t n = 0; n < network.node_count(); ++n) {
      network::poll();
      const auto fresh = static_cast<std::uint32_t>(numbers.size());
      const auto at = numbers.try_emplace(
          {labels[n], seen_by(network, NodeId(n), labels)}, fresh);
      next.push_back(at.first->second);
    }
    if (numbers.size() == count) return round;
    count = numbers.size();
    labels = std::move(next);
  }
}

}  // namespace vicinal::groupoid::inline automorphism
