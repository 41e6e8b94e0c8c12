// SPDX-License-Identifier: MIT
// Networks that can still be changed, and the shapes that tests start from.
//
//   Draft d = ring(6);
//   d = beside(beside(d, ring(3)), ring(3));
//   const network::Network n = d.build();
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::random_networks {

inline constexpr std::uint8_t reads = network::dart_reads;
inline constexpr std::uint8_t writes = network::dart_writes;

struct End {
  std::uint8_t direction = reads | writes;
  std::uint32_t port = 0;
};

struct Draft {
  struct Edge {
    int color = 0;
    std::map<std::uint32_t, End> ends;  // by node
  };
  std::vector<int> nodes;  // their colors
  std::vector<Edge> edges;
  bool has_ports = false;

  explicit Draft(std::size_t count = 0) : nodes(count) {}

  std::uint32_t size() const {
    return static_cast<std::uint32_t>(nodes.size());
  }

  // Each adds one edge, and returns it until the next is added. Of equal
  // nodes `link` and `arrow` make a self-loop: one end, hence one port.
  Edge& link(std::uint32_t a, std::uint32_t b, int color = 0);   // undirected
  Edge& arrow(std::uint32_t a, std::uint32_t b, int color = 0);  // a writes
  Edge& bus(const std::vector<std::uint32_t>& members, int color = 0);

  network::Network build() const;
};

// As a file: nodes are called 0, 1, ..., edges e0, e1, ...
std::string native(network::Network network);

// Both, without a connection. The nodes and edges of b come last.
Draft beside(Draft a, const Draft& b);

// Node i becomes nodes[i], edge i edges[i].
Draft renumbered(const Draft& draft, const std::vector<std::uint32_t>& nodes,
                 const std::vector<std::uint32_t>& edges);

// All nodes alike. A ring of two nodes has two parallel edges, a ring of one a
// self-loop.
Draft ring(std::uint32_t n);
Draft directed_ring(std::uint32_t n);
Draft ring_with_ports(std::uint32_t n);  // 0: left, 1: right; undirected
Draft path(std::uint32_t n);
Draft star(std::uint32_t spokes);  // the hub is node 0
Draft complete(std::uint32_t n);
Draft torus(std::uint32_t width, std::uint32_t height);
Draft one_bus(std::uint32_t n);
// A bus of n nodes and an edge between 0 and 1, 2 and 3, ...
Draft bus_with_pairs(std::uint32_t n);
Draft parallel_channels(std::uint32_t channels);  // of two nodes

// LS Figure 1: node 3 points to 1 and 2, which point to each other; 1 writes
// to 4 and 2 to 5, which alone has another color. (Nodes and edges count from
// 0 here.)
Draft figure_1();

// Regular of degree two, but not all nodes are alike in the large.
Draft hexagon_beside_triangles();

// One bus {0, 1, 2, 3} with edges 0-1 and 2-3 beside a bus {4, 5} with an
// edge 4-5. Under Definition 4 all six are one class.
Draft buses_beside();

// Two buses with the same three readers; the one has two writers, the other
// three: writers of an edge count as a set.
Draft two_or_three_writers();

struct Named {
  std::string name;
  network::Network network;
};

// All of the above in small sizes, and the edge cases: no node, no edge, one
// node, self-loops, edges without ends, two components.
std::vector<Named> fixed_networks();

}  // namespace vicinal::random_networks
