// SPDX-License-Identifier: MIT
// The automorphism group of a network (LS section 4.1): the permutations of
// nodes *and* of edges that keep colors and, dart by dart, who reads and who
// writes what; in a network with processes, the port numbers, too.
//
//   const Automorphisms group = automorphisms(network);
//   if (group.computed) fmt::print("{} automorphisms\n", group.order);
//
// The paper counts pairs of permutations: three equal edges between the same
// two nodes contribute 3! = 6 although no node moves. `order` is that number;
// `node_order` counts what the nodes alone can see.
//
// How: what hangs on the rest by one connection, and what is connected to the
// very same things, is folded into it and counted (reduction.hpp); the rest
// becomes a colored undirected graph (encoding.hpp), of which color refinement
// leaves the parts that may move (refinement.hpp) for nauty (search.hpp).
//
// Cost: near linear in the darts up to nauty, which is exponential at worst
// and fast on nearly everything else; the limits bound it. Stack and memory
// are bounded, too. The output is the same for the same network and limits. It
// polls (network/base/budget.hpp), so that it may throw LimitReached.
//
// nauty keeps state of the whole process: calls from several threads wait for
// each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline automorphism {

struct AutomorphismLimits {
  // Vertices of any one graph that nauty gets.
  std::size_t vertices = 300'000;
  // Search work; 10^9 are some seconds. What is counted: search.hpp.
  std::uint64_t work = 5'000'000'000;
  // Decimal digits of the order. So many take about three seconds to write,
  // twice as many four times as long.
  std::size_t digits = 500'000;
};

// A permutation of the nodes and one of the edges, as cycles: each begins with
// its least member, they are sorted, fixed points are left out. A generator
// that moves edges only (parallel ones) has no cycles of nodes.
struct Automorphism {
  std::vector<std::vector<network::NodeId>> node_cycles;
  std::vector<std::vector<network::EdgeId>> edge_cycles;

  bool operator==(const Automorphism&) const = default;

  // The permutation in full: where node n (edge e) goes is entry n (e).
  std::vector<network::NodeId> node_images(std::size_t node_count) const;
  std::vector<network::EdgeId> edge_images(std::size_t edge_count) const;
};

struct Automorphisms {
  // False: beyond a limit, stopped, or out of memory; nothing below is known.
  bool computed = false;

  // How many automorphisms there are: decimal, exact, maybe thousands of
  // digits. `node_order` counts those that differ on the nodes.
  std::string order, node_order;

  // Together they generate the group; none is the identity.
  std::vector<Automorphism> generators;
  // How many of them move edges only.
  std::size_t edge_generators = 0;

  // Per node and per edge: the least one of its orbit.
  std::vector<std::uint32_t> orbit_of, edge_orbit_of;
};

// What comes before and after the searches polls.
Automorphisms automorphisms(const network::Network& network,
                            const AutomorphismLimits& limits = {});

}  // namespace vicinal::groupoid::inline automorphism
