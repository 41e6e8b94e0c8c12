// SPDX-License-Identifier: MIT
// Files of networks, in whatever format they come (design 4.2):
//
//   native      JSON with "nodes" and "edges" (network/files/native.hpp)
//   node-link   JSON with "links", as of D3 and NetworkX
//   graphml     with <hyperedge> and ports
//   dot         Graphviz
//   gml         Graph Modelling Language
//   pajek       *Vertices, *Edges, *Arcs and the lists of them
//   edge-list   a line an edge; also SNAP's, known by their comments
//   graph6, sparse6, digraph6   of nauty
//
// An undirected edge {u, v} is one edge with ins = outs = {u, v}, a directed
// edge u -> v one with ins = {u}, outs = {v}. Parallel edges and self-loops are
// kept. Every reader takes its file for hostile: what is not understood is an
// error with its place, or, where nothing but nodes, edges and their
// attributes could be meant by it, a warning. Time and memory are proportional
// to the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/graph/network.hpp"
#include "network/graph/vias.hpp"

namespace vicinal::network::inline files {

enum class Format : std::uint8_t {
  native,
  node_link,
  graphml,
  dot,
  gml,
  pajek,
  edge_list,
  graph6,
  sparse6,
  digraph6,
};

std::string_view format_name(Format format);
std::optional<Format> format_named(std::string_view name);

struct ReadOptions {
  std::optional<Format> format;  // else as `graph_format` finds it
  // Of edge lists: whether a line is an edge from the first node to the
  // second; whether lines with the same ends are one edge, and, where edges
  // have no direction, reversed lines too. By default SNAP's are.
  bool directed = false;
  std::optional<bool> simple;
  // The attributes whose values, together, are the color of a node or an edge.
  std::vector<std::string> colors_from = {"color", "type"};
  // The attribute that names the nodes that have it; empty: ids name all.
  std::string names_from;
  // Attributes of nodes that the network keeps.
  std::vector<std::string> kept;
};

struct GraphFile {
  Format format = Format::native;
  Network network;  // with names of nodes; of edges where the file has some
  Vias vias;        // of a quotient, in the native format
  std::uint64_t merged = 0;  // lines of an edge list that were there already
};

// The format of a file, by the end of its name and by how it begins: none for
// what looks like no network (a model, say).
std::optional<Format> graph_format(std::string_view name,
                                   std::string_view text);

// Reads a network. Without one, there is an error V06xx; warnings V0608 name
// what is ignored, once each. Polls.
std::optional<GraphFile> read_graph_file(const Source& source,
                                         const ReadOptions& options,
                                         Diagnostics& diagnostics);

}  // namespace vicinal::network::inline files
