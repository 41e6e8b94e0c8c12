// SPDX-License-Identifier: MIT
// Few colors, directions and ports, so that nodes are often similar; and
// shapes, because what is thrown together has little symmetry.
#include "random_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "terms.hpp"

namespace vicinal::random_networks {

namespace {

using random_models::Dice;

class Thrower {
 public:
  Thrower(std::uint64_t seed, const Options& options)
      : dice_(seed), options_(options) {}

  Draft run() {
    const bool structured = options_.structured.value_or(dice_.one_in(2));
    Draft draft = structured ? shape() : graph();
    if (structured && dice_.one_in(2)) damage(draft);
    draft.has_ports = options_.ports.value_or(dice_.one_in(3));
    if (draft.has_ports) ports(draft);
    return shuffled(draft);
  }

 private:
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(dice_.below(static_cast<int>(n)));
  }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + below(high - low + 1);
  }
  std::uint32_t node(const Draft& draft) { return below(draft.size()); }
  std::uint8_t direction() {
    return static_cast<std::uint8_t>(between(1, reads | writes));
  }

  // Thrown together; the styles differ in what the edges are.
  Draft graph() {
    Draft draft(between(1, options_.max_nodes));
    const int node_colors = dice_.one_in(3) ? 2 : 1;
    for (int& color : draft.nodes) color = dice_.below(node_colors);
    const int edge_colors = 1 + dice_.below(dice_.one_in(2) ? 3 : 1);
    const std::uint32_t count = below(options_.max_edges + 1);
    const int style = dice_.below(options_.two_ended ? 3 : 5);
    for (std::uint32_t i = 0; i < count; ++i) {
      edge(draft, style, dice_.below(edge_colors));
    }
    return draft;
  }

  void edge(Draft& draft, int style, int color) {
    if (style == 2) style = dice_.below(2);
    if (style == 3) style = dice_.one_in(2) ? 4 : dice_.below(2);
    const std::uint32_t a = node(draft);
    const std::uint32_t b = node(draft);  // a again: a self-loop
    if (style == 0) {
      draft.link(a, b, color);
    } else if (style == 1) {
      draft.arrow(a, b, color);
    } else {
      hyper_edge(draft, color);
    }
  }

  void hyper_edge(Draft& draft, int color) {
    Draft::Edge& bus = draft.bus({}, color);
    const int rarity = 1 + dice_.below(3);  // 1: all nodes
    const std::uint8_t usual =
        dice_.one_in(2) ? std::uint8_t{0} : std::uint8_t{reads | writes};
    for (std::uint32_t n = 0; n < draft.size(); ++n) {
      if (!dice_.one_in(rarity)) continue;
      bus.ends[n].direction = usual == 0 ? direction() : usual;
    }
  }

  // Much symmetry.
  Draft shape() {
    if (dice_.one_in(4)) {
      const Draft half = small_shape();
      return beside(half, half);
    }
    if (dice_.one_in(4)) return beside(small_shape(), small_shape());
    if (dice_.one_in(4)) return alike_in_the_small();
    switch (dice_.below(options_.two_ended ? 8 : 12)) {
      case 0:
        return ring(between(1, 8));
      case 1:
        return directed_ring(between(1, 8));
      case 2:
        return star(between(1, 4));
      case 3:
        return complete(between(1, 5));
      case 4:
        return torus(between(2, 3), between(1, 3));
      case 5:
        return path(between(1, 7));
      case 6:
        return parallel_channels(below(5));
      case 7:
        return dice_.one_in(2) ? hexagon_beside_triangles() : figure_1();
      case 8:
        return one_bus(between(1, 7));
      case 9:
        return bus_with_pairs(between(2, 8));
      case 10:
        return dice_.one_in(2) ? buses_beside() : two_or_three_writers();
      default:
        return bus_and_edges();
    }
  }

  // Two that no node alone can tell apart, or hardly.
  Draft alike_in_the_small() {
    switch (dice_.below(options_.two_ended ? 2 : 3)) {
      case 0:
        return beside(ring(between(2, 5)), ring(between(2, 5)));
      case 1:
        return beside(directed_ring(between(2, 5)),
                      directed_ring(between(2, 5)));
      default:
        return beside(bus_with_pairs(2 * between(1, 3)),
                      bus_with_pairs(2 * between(1, 2)));
    }
  }

  Draft small_shape() {
    switch (dice_.below(options_.two_ended ? 5 : 7)) {
      case 0:
        return ring(between(1, 4));
      case 1:
        return directed_ring(between(1, 4));
      case 2:
        return star(between(1, 3));
      case 3:
        return path(between(1, 4));
      case 4:
        return complete(between(2, 4));
      case 5:
        return one_bus(between(1, 4));
      default:
        return bus_with_pairs(2 * between(1, 2));
    }
  }

  // All on one bus, with a few edges of two ends.
  Draft bus_and_edges() {
    Draft draft = one_bus(between(2, 6));
    const std::uint32_t count = between(1, 4);
    for (std::uint32_t i = 0; i < count; ++i) edge(draft, 2, 0);
    return draft;
  }

  void damage(Draft& draft) {
    if (draft.edges.empty() || dice_.one_in(6)) {
      draft.nodes[node(draft)] += 1;
      return;
    }
    const std::uint32_t at =
        below(static_cast<std::uint32_t>(draft.edges.size()));
    Draft::Edge& edge = draft.edges[at];
    switch (dice_.below(5)) {
      case 0:
        edge.color += 1;
        return;
      case 1:
        draft.edges.erase(draft.edges.begin() + at);
        return;
      case 2:
        draft.link(node(draft), node(draft));
        return;
      case 3:
        if (!edge.ends.empty()) some_end(edge)->second.direction = direction();
        return;
      default:
        if (!edge.ends.empty()) edge.ends.erase(some_end(edge));
        return;
    }
  }

  std::map<std::uint32_t, End>::iterator some_end(Draft::Edge& edge) {
    const std::uint32_t i = below(static_cast<std::uint32_t>(edge.ends.size()));
    return std::next(edge.ends.begin(), i);
  }

  // All edges in one port set; or by direction, as if the text said so; or by
  // the order of the edges; or at random.
  void ports(Draft& draft) {
    const int style = dice_.below(4);
    std::map<std::uint32_t, std::uint32_t> seen;
    for (Draft::Edge& edge : draft.edges) {
      for (auto& [n, end] : edge.ends) {
        const std::uint32_t order = seen[n]++;
        end.port = style == 0   ? 0
                   : style == 1 ? end.direction
                   : style == 2 ? order % 3
                                : below(2);
      }
    }
  }

  // Or the symmetric ones would all have their nodes in order.
  Draft shuffled(const Draft& draft) {
    return renumbered(draft, permutation(draft.nodes.size()),
                      permutation(draft.edges.size()));
  }

  std::vector<std::uint32_t> permutation(std::size_t count) {
    std::vector<std::uint32_t> p;
    for (std::uint32_t i = 0; i < count; ++i) {
      p.insert(p.begin() + below(i + 1), i);
    }
    return p;
  }

  Dice dice_;
  const Options options_;
};

}  // namespace

Draft random_draft(std::uint64_t seed, const Options& options) {
  return Thrower(seed, options).run();
}

network::Network random_network(std::uint64_t seed, const Options& options) {
  return random_draft(seed, options).build();
}

std::string describe(const network::Network& network) {
  std::string text = "node colors:";
  for (const std::uint32_t c : network.node_color.list()) {
    text += fmt::format(" {}", c);
  }
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    text += fmt::format("\nedge {} color {}:", e, network.edge_color[e]);
    for (const network::DartId d : network.darts(network::EdgeId(e))) {
      text += fmt::format(" {}{}{}", network.dart_node[d.index()].value,
                          network.reads(d) ? "r" : "",
                          network.writes(d) ? "w" : "");
      if (network.has_ports) {
        text += fmt::format("@{}", network.dart_port[d.index()]);
      }
    }
  }
  return text + "\n";
}

}  // namespace vicinal::random_networks
