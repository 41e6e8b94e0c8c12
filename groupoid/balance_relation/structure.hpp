// SPDX-License-Identifier: MIT
// How a balance relation may move the darts of a node: the shape of its vertex
// group (n, beta, n), a product of wreath products of symmetric groups.
#pragma once

#include <vector>

#include "groupoid/similarity/interner.hpp"
#include "groupoid/similarity/local_symmetry.hpp"

namespace vicinal::groupoid::inline balance_relation {

// Darts that are moved together. Within it, darts with equal keys may be
// exchanged freely.
struct Block {
  similarity::Sequence signature;   // equal signatures: blocks may be exchanged
  std::vector<std::uint32_t> keys;  // sorted, per dart
  std::vector<network::DartId> darts;
};

// All darts of a node in blocks, sorted by signatures. Related nodes have
// equal signatures and keys in the same order.
using NodeStructure = std::vector<Block>;

// The element that matches the darts of two related nodes in their order.
LocalSymmetry match(const network::Network& network, network::NodeId m,
                    const NodeStructure& from, network::NodeId n,
                    const NodeStructure& to);

// Generators of the vertex group: exchanges of neighbouring equal darts in a
// block, and of neighbouring equal blocks.
std::vector<LocalSymmetry> exchanges(const network::Network& network,
                                     network::NodeId n,
                                     const NodeStructure& structure);

}  // namespace vicinal::groupoid::inline balance_relation
