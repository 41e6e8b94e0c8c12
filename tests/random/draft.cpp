// SPDX-License-Identifier: MIT
// Edges are undirected unless said otherwise: their nodes read and write.
#include "draft.hpp"

#include <fmt/format.h>

#include <utility>

#include "network/files/native.hpp"

namespace vicinal::random_networks {

Draft::Edge& Draft::link(std::uint32_t a, std::uint32_t b, int color) {
  return bus({a, b}, color);
}

Draft::Edge& Draft::arrow(std::uint32_t a, std::uint32_t b, int color) {
  Edge edge{color, {}};
  edge.ends[a].direction = 0;
  edge.ends[b].direction = 0;
  edge.ends[a].direction |= writes;
  edge.ends[b].direction |= reads;
  edges.push_back(std::move(edge));
  return edges.back();
}

Draft::Edge& Draft::bus(const std::vector<std::uint32_t>& members, int color) {
  Edge edge{color, {}};
  for (const std::uint32_t n : members) edge.ends[n] = {};
  edges.push_back(std::move(edge));
  return edges.back();
}

network::Network Draft::build() const {
  network::NetworkBuilder builder;
  const auto color = [&](int c) {
    return builder.color(c == 0 ? "" : fmt::format("c{}", c));
  };
  for (const int c : nodes) builder.add_node(color(c));
  for (const Edge& edge : edges) {
    const network::EdgeId e = builder.add_edge(color(edge.color));
    for (const auto& [n, end] : edge.ends) {
      builder.connect(network::NodeId(std::size_t{n}), e, end.direction,
                      has_ports ? end.port : 0);
    }
  }
  return builder.build(has_ports);
}

Draft beside(Draft a, const Draft& b) {
  const std::uint32_t offset = a.size();
  a.nodes.insert(a.nodes.end(), b.nodes.begin(), b.nodes.end());
  for (const Draft::Edge& edge : b.edges) {
    Draft::Edge moved{edge.color, {}};
    for (const auto& [n, end] : edge.ends) moved.ends[n + offset] = end;
    a.edges.push_back(std::move(moved));
  }
  a.has_ports = a.has_ports || b.has_ports;
  return a;
}

Draft renumbered(const Draft& draft, const std::vector<std::uint32_t>& nodes,
                 const std::vector<std::uint32_t>& edges) {
  Draft out(draft.nodes.size());
  out.has_ports = draft.has_ports;
  out.edges.resize(draft.edges.size());
  for (std::size_t n = 0; n < draft.nodes.size(); ++n) {
    out.nodes[nodes[n]] = draft.nodes[n];
  }
  for (std::size_t e = 0; e < draft.edges.size(); ++e) {
    Draft::Edge& to = out.edges[edges[e]];
    to.color = draft.edges[e].color;
    for (const auto& [n, end] : draft.edges[e].ends) to.ends[nodes[n]] = end;
  }
  return out;
}

Draft ring(std::uint32_t n) {
  Draft d(n);
  for (std::uint32_t i = 0; i < n; ++i) d.link(i, (i + 1) % n);
  return d;
}

Draft directed_ring(std::uint32_t n) {
  Draft d(n);
  for (std::uint32_t i = 0; i < n; ++i) d.arrow(i, (i + 1) % n);
  return d;
}

Draft ring_with_ports(std::uint32_t n) {
  Draft d(n);
  d.has_ports = true;
  for (std::uint32_t i = 0; i < n; ++i) {
    Draft::Edge& edge = d.link(i, (i + 1) % n);
    edge.ends.at((i + 1) % n).port = 0;
    edge.ends.at(i).port = 1;
  }
  return d;
}

Draft path(std::uint32_t n) {
  Draft d(n);
  for (std::uint32_t i = 0; i + 1 < n; ++i) d.link(i, i + 1);
  return d;
}

Draft star(std::uint32_t spokes) {
  Draft d(spokes + 1);
  for (std::uint32_t i = 1; i <= spokes; ++i) d.link(0, i);
  return d;
}

Draft complete(std::uint32_t n) {
  Draft d(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) d.link(i, j);
  }
  return d;
}

Draft torus(std::uint32_t width, std::uint32_t height) {
  Draft d(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      d.link(y * width + x, y * width + (x + 1) % width);
      d.link(y * width + x, (y + 1) % height * width + x);
    }
  }
  return d;
}

Draft one_bus(std::uint32_t n) {
  Draft d(n);
  Draft::Edge& edge = d.bus({});
  for (std::uint32_t i = 0; i < n; ++i) edge.ends[i] = {};
  return d;
}

Draft bus_with_pairs(std::uint32_t n) {
  Draft d = one_bus(n);
  for (std::uint32_t i = 0; i + 1 < n; i += 2) d.link(i, i + 1);
  return d;
}

Draft parallel_channels(std::uint32_t channels) {
  Draft d(2);
  for (std::uint32_t i = 0; i < channels; ++i) d.arrow(i % 2, 1 - i % 2);
  d.link(0, 1);
  d.link(0, 1);
  return d;
}

Draft figure_1() {
  Draft d(5);
  d.nodes = {0, 0, 1, 2, 3};
  d.arrow(0, 1);
  d.arrow(1, 0);
  d.arrow(0, 3, 4);
  d.arrow(1, 4, 4);
  d.arrow(2, 0, 5);
  d.arrow(2, 1, 5);
  return d;
}

Draft hexagon_beside_triangles() {
  return beside(beside(ring(6), ring(3)), ring(3));
}

Draft buses_beside() {
  return beside(bus_with_pairs(4), bus_with_pairs(2));
}

Draft two_or_three_writers() {
  Draft d(11);
  d.nodes = {1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0};
  for (const auto& [first, count] : {std::pair{0U, 5U}, std::pair{5U, 6U}}) {
    Draft::Edge& edge = d.bus({});
    for (std::uint32_t i = 0; i < count; ++i) {
      edge.ends[first + i] = {i < 3 ? reads : writes, 0};
    }
  }
  return d;
}

namespace {

Draft two_components() {
  Draft d = beside(path(3), directed_ring(2));
  d.nodes[4] = 1;
  return d;
}

Draft self_loops() {
  Draft d(3);
  d.link(0, 0);
  d.arrow(1, 1);
  d.bus({2}).ends[2].direction = writes;
  return d;
}

Draft edges_without_ends() {
  Draft d = path(2);
  d.bus({});
  d.bus({});
  return d;
}

}  // namespace

std::vector<Named> fixed_networks() {
  std::vector<Named> all;
  const auto add = [&](const std::string& name, const Draft& draft) {
    all.push_back({name, draft.build()});
  };
  add("no node", Draft(0));
  add("one node", Draft(1));
  add("no edge", Draft(3));
  add("edges without ends", edges_without_ends());
  add("self-loops", self_loops());
  for (std::uint32_t n = 1; n <= 6; ++n) {
    add(fmt::format("ring {}", n), ring(n));
    add(fmt::format("directed ring {}", n), directed_ring(n));
    add(fmt::format("ring with ports {}", n), ring_with_ports(n));
    add(fmt::format("path {}", n), path(n));
    add(fmt::format("one bus {}", n), one_bus(n));
    add(fmt::format("bus with pairs {}", n), bus_with_pairs(n));
  }
  for (std::uint32_t n = 2; n <= 4; ++n) {
    add(fmt::format("star {}", n), star(n));
    add(fmt::format("complete {}", n), complete(n));
  }
  add("torus", torus(3, 2));
  add("parallel channels", parallel_channels(3));
  add("two components", two_components());
  add("figure 1", figure_1());
  add("hexagon beside triangles", hexagon_beside_triangles());
  add("buses beside", buses_beside());
  add("two or three writers", two_or_three_writers());
  return all;
}

std::string native(network::Network network) {
  network.node_names.clear();
  network.edge_names.clear();
  for (std::size_t n = 0; n < network.node_count(); ++n) {
    network.node_names.push_back(std::to_string(n));
  }
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    network.edge_names.push_back("e" + std::to_string(e));
  }
  return network::write_native(network);
}

}  // namespace vicinal::random_networks
