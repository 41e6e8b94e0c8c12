// SPDX-License-Identifier: MIT
// What groupoid/analysis computes, by the definitions: nodes and edges are
// taken away and connections looked at again, paths of every length are tried.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::oracle {

using Number = std::uint32_t;

// distance[m][n] in steps, or `far`: m points to n in one step or, undirected,
// shares an edge with it.
inline constexpr Number far = UINT32_MAX;
std::vector<std::vector<Number>> node_distances(const network::Network& network,
                                                bool directed);

// Nodes and edges without which two other nodes are connected no more.
std::set<Number> articulation_points(const network::Network& network);
std::set<Number> bridges(const network::Network& network);

// Pairs of edges with two ends or more that are connected whichever one node
// is taken away.
std::set<std::pair<Number, Number>> in_one_block(
    const network::Network& network);

// Per node: the greatest k such that it is left when those with fewer than k
// neighbours are taken away.
std::vector<Number> core_numbers(const network::Network& network);

// Whether two colors do, by trying.
bool bipartite(const network::Network& network);

// Whether the incidence graph has no minor K5 or K3,3 (Wagner 1937), by
// contracting edges in every order. For some ten vertices of degree over 2.
bool planar(const network::Network& network);

}  // namespace vicinal::oracle
