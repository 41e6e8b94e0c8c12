// SPDX-License-Identifier: MIT
// Local symmetry (LS section 2, Definition 2) and the groupoid of its elements
// (LS 2.1).
//
// An element (m, beta, n) is stored as a map of darts: a node touches an edge
// by one dart, so that a bijection InOut(m) -> InOut(n) is one of the darts.
// In a network with processes beta also preserves ports (design section 2).
#pragma once

#include <vector>

#include "groupoid/similarity/partition.hpp"
#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline similarity {

struct LocalSymmetry {
  network::NodeId source, target;
  std::vector<network::DartId> image;  // of the darts of source, in order

  bool operator==(const LocalSymmetry&) const = default;
  auto operator<=>(const LocalSymmetry&) const = default;
};

// id(n) = (n, iota, n).
LocalSymmetry identity(const network::Network& network, network::NodeId n);

// ab of LS 2.1: first a, then b. a.target != b.source is a contract violation
// (std::logic_error). O(degree).
LocalSymmetry compose(const network::Network& network, const LocalSymmetry& a,
                      const LocalSymmetry& b);

LocalSymmetry inverse(const network::Network& network, const LocalSymmetry& a);

// Definition 2: colors of nodes and edges, directions, ports. O(degree).
bool is_local_symmetry(const network::Network& network, const LocalSymmetry& a);

// What beta must preserve of a dart: equal kinds, equal color of the edge,
// direction and port. Numbers from 0, in the order of first occurrence.
// O(darts).
network::Numbers<std::uint32_t> dart_kinds(const network::Network& network);

// Equal numbers for nodes with equal colors and equal multisets of kinds of
// darts. O(darts log degree).
std::vector<std::uint32_t> node_kinds(
    const network::Network& network,
    const network::Numbers<std::uint32_t>& dart_kinds,
    const network::Numbers<std::uint32_t>& colors);

// The classes of IO-similarity: nodes with equal colors and equal multisets of
// kinds of darts. O(darts log degree).
Partition io_similarity(const network::Network& network);

}  // namespace vicinal::groupoid::inline similarity
