// SPDX-License-Identifier: MIT
// B* of networks whose edges have at most two ends. Not for use outside of
// groupoid/.
#pragma once

#include <span>
#include <vector>

#include "groupoid/balance_relation/structure.hpp"

namespace vicinal::groupoid::inline balance_relation {

// Whether every edge is touched by at most two nodes.
bool two_ended(const network::Network& network);

// The classes of B* (LS Definition 4), as labels. The edges that two nodes
// share, seen from one of them, are a bundle; the bundles of a node are
// disjoint, and each has one other end. So beta maps bundles to bundles, and
//
//   the key of m is the multiset over the j that point to m of
//       (class of j, kinds at m and at j of the edges shared)
//   together with the kinds of all its darts.
//
// Partition refinement with counting splitters, all but the largest part:
// O(darts log nodes). `kinds`: per dart, see dart_kinds; `colors`: per node.
std::vector<std::uint32_t> refine_two_ended(
    const network::Network& network,
    const network::Numbers<std::uint32_t>& kinds,
    const network::Numbers<std::uint32_t>& colors);

// The darts of a node, by bundles, for given classes. O(degree log degree).
NodeStructure two_ended_structure(const network::Network& network,
                                  const network::Numbers<std::uint32_t>& kinds,
                                  const Partition& classes, network::NodeId n);

}  // namespace vicinal::groupoid::inline balance_relation
