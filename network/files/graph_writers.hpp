// SPDX-License-Identifier: MIT
// Networks in DOT and GraphML, for other programs and for our readers, which
// read the same network back.
//
// An undirected edge (one that two nodes read and write, or a self-loop) and a
// directed one (one writer, one reader) are edges there, too. Every other edge
// is a hyper-edge: a small node of its own in DOT, <hyperedge> in GraphML,
// whose endpoints are "in" for writers, "out" for readers and "undir" for both
// (the words are those of ins(e) and outs(e)).
//
// Names may hold anything (network/files/escapes.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "network/graph/network.hpp"

namespace vicinal::network::inline files {

// The network has names of nodes. Its own colors stand under "type". With
// `class_of`, a number for each node, nodes are painted: equal numbers get
// equal colors, small different ones different colors.
std::string write_dot(const Network& network,
                      std::span<const std::uint32_t> class_of = {});

// The number of the class stands under "class", its color under "fill".
std::string write_graphml(const Network& network,
                          std::span<const std::uint32_t> class_of = {});

// A part of a picture.
struct Picture {
  const Network* network = nullptr;
  std::span<const std::uint32_t> class_of;
  const char* title = "";
  // Drawn with a heavier outline, or line. Ascending.
  std::span<const NodeId> heavy_nodes = {};
  std::span<const EdgeId> heavy_edges = {};
};

// Networks side by side, for Graphviz to draw: no input of ours. Classes of all
// of them share their colors.
std::string picture_dot(std::span<const Picture> pictures);

}  // namespace vicinal::network::inline files
