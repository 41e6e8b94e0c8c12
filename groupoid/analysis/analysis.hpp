// SPDX-License-Identifier: MIT
// What an analyst of networks expects to be told, by the algorithms of
// Boost.Graph on views of the network (network/graph/incidence_graph.hpp,
// points_to_graph.hpp), without a copy of it.
//
//   Analysis a;
//   analyse(network, {}, a);
//   if (a.planar == true) fmt::print("can be drawn without crossings\n");
//
// Two graphs are looked at. *Directed*: from a node to those that it points to
// (LS section 2). *Undirected*: between two nodes that share an edge, whoever
// writes it. Where every edge is written by all that touch it, they are one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "groupoid/analysis/blocks.hpp"
#include "groupoid/analysis/distances.hpp"
#include "groupoid/analysis/strong.hpp"
#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline analysis {

struct AnalysisLimits {
  // Steps of searches for distances, for each graph. 10^8 take a few seconds.
  std::uint64_t distance_work = 100'000'000;
  // Pairs of a node and a neighbour by an edge, along which cores are found: a
  // bus of k nodes has k * k.
  std::uint64_t pairs = 100'000'000;
  // Nodes, edges and darts of a network that is tested for planarity, which
  // takes about a kilobyte for each.
  std::size_t planar_size = 2'000'000;
};

// Number of nodes by how many edges they touch, write, read.
struct Degrees {
  std::map<std::uint32_t, std::size_t> touched, written, read;
};

struct Cores {
  // Per node the greatest k with a k-core that it is in. A k-core is what is
  // left when nodes with fewer than k neighbours are taken away again and
  // again; one that shares several edges counts for each of them.
  std::vector<std::uint32_t> number;
  std::uint32_t greatest = 0;
  std::size_t innermost = 0;  // nodes in the core of the greatest number
};

struct Bipartite {
  bool holds = false;
  // If not: nodes of a closed walk of odd length, each sharing an edge with the
  // next and the last with the first. One node: it alone has an edge.
  std::vector<network::NodeId> odd_cycle;
};

// What is not there was not computed: too large, or a limit was reached.
struct Analysis {
  bool directed = false;  // some edge is not written or not read by an end

  std::optional<Degrees> degrees;
  // Directed.
  std::optional<StrongComponents> strong;
  std::optional<Distances> directed_distances;  // where `directed`
  // Undirected.
  std::optional<Blocks> blocks;
  std::optional<Cores> cores;
  std::optional<Bipartite> bipartite;
  // Of the incidence graph: a bus is a point that its ends are joined to.
  std::optional<bool> planar;
  std::optional<Distances> distances;
  // Of the quotient, directed.
  std::optional<StrongComponents> quotient_strong;
};

// Fills `out`, the cheap things first, and polls: LimitReached leaves there
// what is known. `alike`: see distances.hpp.
void analyse(const network::Network& network, const AnalysisLimits& limits,
             Analysis& out, std::span<const std::uint32_t> alike = {},
             const Quotient* quotient = nullptr);

// The parts; the last two give nothing where a limit says so.
Degrees degrees(const network::Network& network);
Bipartite bipartite(const network::Network& network);
std::optional<Cores> cores(const network::Network& network,
                           std::uint64_t most_pairs);
std::optional<bool> planar(const network::Network& network,
                           std::size_t most_size);

}  // namespace vicinal::groupoid::inline analysis
