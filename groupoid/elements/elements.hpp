// SPDX-License-Identifier: MIT
// The elements (m, beta, n) of a groupoid of local symmetries (LS 2.1), of
// which there are factorially many: counted, and made where somebody asks.
//
//   const Elements io(network);
//   if (const auto beta = io.between(m, n)) {
//     const std::vector<LocalSymmetry> group = io.generators(n);
//   }
//
// A class of k nodes whose vertex groups have order g has k * k * g elements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "groupoid/automorphism/group_order.hpp"
#include "groupoid/balance_relation/balance.hpp"
#include "groupoid/similarity/local_symmetry.hpp"
#include "groupoid/similarity/partition.hpp"

namespace vicinal::groupoid::inline elements {

class Elements {
 public:
  // All local symmetries of a network: Definition 2, with ports.
  explicit Elements(const network::Network& network);
  // Those of a balance relation. What is given must outlive this.
  explicit Elements(const Balance& balance);

  const network::Network& network() const { return network_; }
  // The orbit relation: nodes with an element from one to the other.
  const Partition& nodes() const { return nodes_; }

  // An element from m to n; of a node to itself the identity. None if they are
  // in different classes. As costly as two witnesses.
  std::optional<LocalSymmetry> between(network::NodeId m,
                                       network::NodeId n) const;

  // The vertex group of n: all elements from n to n. A generator is as long as
  // n has edges, and there are about as many.
  GroupOrder order(network::NodeId n) const;
  std::vector<LocalSymmetry> generators(network::NodeId n) const;

  // Of a class, how many elements have both ends in it.
  GroupOrder count(std::uint32_t c) const;

  // All of these, sorted; nothing if there are more than `limit`. Polls.
  std::optional<std::vector<LocalSymmetry>> all(std::uint32_t c,
                                                std::uint64_t limit) const;

 private:
  NodeStructure io_structure(network::NodeId n) const;
  std::optional<NodeStructure> structure(network::NodeId n) const;
  std::optional<std::vector<LocalSymmetry>> vertex_group(
      network::NodeId n, std::uint64_t limit) const;

  const network::Network& network_;
  const Balance* balance_ = nullptr;  // none: Definition 2
  network::Numbers<std::uint32_t> kinds_;
  Partition nodes_;
};

}  // namespace vicinal::groupoid::inline elements
