// SPDX-License-Identifier: MIT
// How a pair system tells pairs apart. Not for use outside of fixpoint/.
#pragma once

#include <vector>

#include "fixpoint/pair/pair_system.hpp"

namespace vicinal::fixpoint::inline pair {

// Labels of ordered pairs of different nodes. Nodes with equal labels have
// equally many columns of equal types in the same order.
struct PairSystem::Labels {
  virtual ~Labels() = default;
  virtual std::uint32_t label(network::NodeId a, network::NodeId b) const = 0;

  // The relation whose order of darts gives the order of columns.
  const groupoid::Balance* singles = nullptr;
  std::vector<bool> ordered;           // per class: the order of darts is it
  std::vector<std::uint32_t> type_of;  // per label of the oriented pair
};

// The slots of V_a, in the order of the representative, then those that V_b
// adds; of one node, if a and b are the same. O(degree^2).
std::vector<std::uint32_t> pair_slots(const network::Instance& instance,
                                      const PairSystem::Labels& labels,
                                      network::NodeId a, network::NodeId b);

// Fills what is needed to order columns.
void order_by(const network::Instance& instance,
              const groupoid::Balance& singles, PairSystem::Labels& labels);

// Pairs far from each other by classes of nodes; see pair_merged.cpp. None:
// the limits were reached.
std::optional<PairSystem> merged_pairs(
    const network::Instance& instance,
    std::shared_ptr<const Reduction> reduction, const network::Limits& limits);

}  // namespace vicinal::fixpoint::inline pair
