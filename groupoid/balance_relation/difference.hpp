// SPDX-License-Identifier: MIT
// Why two nodes are not balanced: a walk from each, along darts that look
// alike, to nodes that do not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline balance_relation {

// One step of both walks: from `a` along the dart `from_a` to `to_a`, and from
// `b` likewise. The two darts look alike, and so do those at the other ends.
// `to_a` and `to_b` are not balanced: of neighbours like `to_a`, which may be
// reached in this way, a has `count_a` and b has `count_b`, unless edges have
// more than two ends.
struct DifferenceStep {
  network::NodeId a, b;
  network::DartId from_a, from_b;
  network::NodeId to_a, to_b;
  std::uint32_t count_a = 0, count_b = 0;
};

// How the last two nodes differ at once.
enum class EndDifference : std::uint8_t {
  colors,      // of the nodes
  darts,       // a has count_a darts that look like `dart`, b has count_b
  shared,      // likewise, where darts look alike only if the edges do that are
               // shared with the same neighbour
  neighbours,  // at darts like `dart`, a has count_a neighbours whose own dart
               // looks like `neighbour`, b has count_b
};

struct Difference {
  std::vector<DifferenceStep> steps;
  network::NodeId a, b;  // where the walks end
  EndDifference end = EndDifference::colors;
  network::DartId dart, neighbour;
  std::uint32_t count_a = 0, count_b = 0;
};

// A shortest such walk. Balanced nodes have none. Others may have none where
// edges have more than two ends: a neighbour's darts are looked at one by one
// there.
//
// As many rounds as the walk is long, each O(darts log degree) and with a
// number for each node to remember. Polls.
std::optional<Difference> difference(const network::Network& network,
                                     network::NodeId a, network::NodeId b);

}  // namespace vicinal::groupoid::inline balance_relation
