// SPDX-License-Identifier: MIT
// Distances: eccentricity, diameter, radius.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline analysis {

enum class Direction : std::uint8_t {
  // A step from a node to one that shares an edge with it.
  any,
  // A step from a node to one that it points to (LS section 2).
  points_to
};

// The eccentricity of a node is the greatest distance, in steps, to a node that
// can be reached from it; 0 if there is no other.
struct Distances {
  // Bounds of the eccentricity of each node; equal ones where `exact`.
  std::vector<std::uint32_t> least, most;
  bool exact = true;
  // Whether every node is reached from every one.
  bool connected = true;
  // Bounds of the greatest eccentricity, the diameter (between nodes that reach
  // each other, where not all do), and of the least one, the radius. 0 without
  // nodes.
  std::uint32_t diameter_least = 0, diameter_most = 0;
  std::uint32_t radius_least = 0, radius_most = 0;
};

// Of nodes with equal numbers in `alike` (empty: of none) one is looked at:
// their eccentricities must be equal, as they are in an orbit of automorphisms.
// Searches end, with bounds, when their steps together are more than `work`.
Distances distances(const network::Network& network, Direction direction,
                    std::uint64_t work,
                    std::span<const std::uint32_t> alike = {});

}  // namespace vicinal::groupoid::inline analysis
