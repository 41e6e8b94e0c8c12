// SPDX-License-Identifier: MIT
// Strong components: nodes that point to each other (LS section 2), in any
// number of steps; and the condensation, the graph of the components.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "groupoid/quotient_network/quotient.hpp"
#include "groupoid/similarity/partition.hpp"
#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline analysis {

struct StrongComponents {
  Partition components;
  // The condensation: (C, D) if a node of C points to one of D, and C is not
  // D. Sorted, without repetition; there is no cycle.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arcs;
  std::size_t sources = 0;  // components to which no other points
  std::size_t sinks = 0;    // components that point to no other
};

// O(darts), and sorting the arcs.
StrongComponents strong_components(const network::Network& network);

// Of the classes of a quotient: C points to D if `vias` says so.
StrongComponents strong_components(const Quotient& quotient);

}  // namespace vicinal::groupoid::inline analysis
