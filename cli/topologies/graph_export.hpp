// SPDX-License-Identifier: MIT
// Networks for other programs, with classes as colors.
//
// An undirected edge (one that two nodes read and write, or a self-loop) and a
// directed one (one writer, one reader) are edges there, too. Every other edge
// is a hyper-edge: a small node of its own in DOT, <hyperedge> in GraphML,
// whose endpoints are "in" for writers, "out" for readers and "undir" for both
// (the words are those of ins(e) and outs(e)).
//
// Names may hold anything: they are escaped, and kept apart where that makes
// two of them equal.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "network/graph/network.hpp"

namespace vicinal::cli::inline topologies {

// The network has names; `class_of` has a number for each node. Equal numbers
// get equal colors, small different ones different colors.
std::string dot_text(const network::Network& network,
                     std::span<const std::uint32_t> class_of);

// The network's own colors stand under the key "type", the number of the class
// under "class", its color under "fill".
std::string graphml_text(const network::Network& network,
                         std::span<const std::uint32_t> class_of);

}  // namespace vicinal::cli::inline topologies
