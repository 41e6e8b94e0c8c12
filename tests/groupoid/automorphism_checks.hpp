// SPDX-License-Identifier: MIT
// For the tests of automorphisms: networks made by hand, the definition of LS
// section 4.1 read literally, and what must hold of every result.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "groupoid/automorphism/automorphisms.hpp"

namespace vicinal::tests {

using namespace vicinal::network;
using groupoid::Automorphism;
using groupoid::automorphisms;
using groupoid::Automorphisms;

using Permutation = std::vector<std::uint32_t>;

inline constexpr std::uint8_t both = dart_reads | dart_writes;

struct Dart {
  std::size_t node;
  std::uint8_t direction = both;
  std::uint32_t port = 0;
};

class Maker {
 public:
  explicit Maker(std::size_t nodes, const std::vector<int>& colors = {}) {
    for (std::size_t n = 0; n < nodes; ++n) {
      builder_.add_node(color(n < colors.size() ? colors[n] : 0));
    }
  }
  Maker& edge(const std::vector<Dart>& darts, int edge_color = 0) {
    const EdgeId e = builder_.add_edge(color(edge_color));
    for (const Dart& d : darts) {
      builder_.connect(NodeId(d.node), e, d.direction, d.port);
    }
    return *this;
  }
  // Between two nodes; a loop has one dart.
  Maker& join(std::size_t a, std::size_t b, int edge_color = 0) {
    if (a == b) return edge({{a}}, edge_color);
    return edge({{a}, {b}}, edge_color);
  }
  Maker& arc(std::size_t a, std::size_t b) {
    return edge({{a, dart_writes}, {b, dart_reads}});
  }
  Network build(bool has_ports = false) { return builder_.build(has_ports); }

 private:
  std::uint32_t color(int c) { return builder_.color(fmt::format("c{}", c)); }
  NetworkBuilder builder_;
};

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

inline Network graph_of(std::size_t nodes, const Pairs& edges) {
  Maker maker(nodes);
  for (const auto& [a, b] : edges) maker.join(a, b);
  return maker.build();
}

inline Network ring(std::size_t n) {
  Maker maker(n);
  for (std::size_t i = 0; i < n; ++i) maker.join(i, (i + 1) % n);
  return maker.build();
}

inline Network torus(std::size_t n) {
  Maker maker(n * n);
  for (std::size_t y = 0; y < n; ++y) {
    for (std::size_t x = 0; x < n; ++x) {
      maker.join(y * n + x, y * n + (x + 1) % n);
      maker.join(y * n + x, (y + 1) % n * n + x);
    }
  }
  return maker.build();
}

inline Network complete(std::size_t n) {
  Maker maker(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) maker.join(i, j);
  }
  return maker.build();
}

inline Network star(std::size_t spokes) {
  Maker maker(spokes + 1);
  for (std::size_t i = 1; i <= spokes; ++i) maker.join(0, i);
  return maker.build();
}

// LS 4.1: what an edge is, its connections renamed by a permutation of nodes.
using Meaning = std::tuple<
    std::uint32_t,
    std::set<std::tuple<std::uint32_t, std::uint8_t, std::uint32_t>>>;

inline Meaning meaning(const Network& g, std::size_t e,
                       const Permutation& nodes) {
  Meaning m{g.edge_color[e], {}};
  for (const DartId d : g.darts(EdgeId(e))) {
    std::get<1>(m).emplace(nodes[g.dart_node[d.index()].index()],
                           g.dart_direction[d.index()],
                           g.has_ports ? g.dart_port[d.index()] : 0);
  }
  return m;
}

inline Permutation identity(std::size_t n) {
  Permutation p(n);
  std::iota(p.begin(), p.end(), 0U);
  return p;
}

inline bool keeps_colors(const Network& g, const Permutation& nodes) {
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (g.node_color[n] != g.node_color[nodes[n]]) return false;
  }
  return true;
}

inline bool is_automorphism(const Network& g, const Permutation& nodes,
                            const Permutation& edges) {
  if (!keeps_colors(g, nodes)) return false;
  const Permutation stay = identity(g.node_count());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (meaning(g, e, nodes) != meaning(g, edges[e], stay)) return false;
  }
  return true;
}

inline Permutation values(const auto& ids) {
  Permutation p;
  for (const auto id : ids) p.push_back(id.value);
  return p;
}

// Nodes and edges in one.
inline Permutation joint(const Network& g, const Automorphism& a) {
  Permutation p = values(a.node_images(g.node_count()));
  for (const std::uint32_t e : values(a.edge_images(g.edge_count()))) {
    p.push_back(static_cast<std::uint32_t>(g.node_count()) + e);
  }
  return p;
}

inline void check_cycles(const auto& cycles) {
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    REQUIRE(cycles[i].size() >= 2);
    REQUIRE(std::ranges::min(cycles[i]) == cycles[i][0]);
    if (i > 0) REQUIRE(cycles[i - 1][0] < cycles[i][0]);
  }
}

// What must hold of every result; with few automorphisms, that the generators
// generate them all.
inline void check(const Network& g, const Automorphisms& a) {
  REQUIRE(a.computed);
  std::size_t edge_generators = 0;
  std::vector<Permutation> generators;
  Permutation orbit_of = identity(g.node_count());
  Permutation edge_orbit_of = identity(g.edge_count());
  const auto join = [](Permutation& orbit, const Permutation& p) {
    for (std::size_t x = 0; x < p.size(); ++x) {
      const std::uint32_t m = orbit[x], n = orbit[p[x]];
      if (m != n) std::ranges::replace(orbit, std::max(m, n), std::min(m, n));
    }
  };
  for (const Automorphism& generator : a.generators) {
    check_cycles(generator.node_cycles);
    check_cycles(generator.edge_cycles);
    edge_generators += generator.node_cycles.empty() ? 1 : 0;
    const auto nodes = values(generator.node_images(g.node_count()));
    const auto edges = values(generator.edge_images(g.edge_count()));
    REQUIRE(is_automorphism(g, nodes, edges));
    join(orbit_of, nodes);
    join(edge_orbit_of, edges);
    generators.push_back(joint(g, generator));
    REQUIRE(generators.back() != identity(generators.back().size()));
  }
  REQUIRE(a.edge_generators == edge_generators);
  REQUIRE(a.orbit_of == orbit_of);
  REQUIRE(a.edge_orbit_of == edge_orbit_of);
  if (a.order.size() > 4) return;
  std::set<Permutation> group = {identity(g.node_count() + g.edge_count())};
  std::vector<Permutation> todo(group.begin(), group.end());
  std::set<Permutation> on_nodes;
  while (!todo.empty()) {
    const Permutation p = todo.back();
    todo.pop_back();
    on_nodes.emplace(p.begin(),
                     p.begin() + static_cast<std::ptrdiff_t>(g.node_count()));
    for (const Permutation& q : generators) {
      Permutation product(p.size());
      for (std::size_t x = 0; x < p.size(); ++x) product[x] = q[p[x]];
      if (group.insert(product).second) todo.push_back(std::move(product));
    }
  }
  REQUIRE(fmt::format("{}", group.size()) == a.order);
  REQUIRE(fmt::format("{}", on_nodes.size()) == a.node_order);
}

// The order, after all checks.
inline std::string order(const Network& g) {
  const Automorphisms a = automorphisms(g);
  check(g, a);
  return a.order;
}

}  // namespace vicinal::tests
