// SPDX-License-Identifier: MIT
// Files of networks, in whatever format they come (design 4.2). Which formats
// there are says the table in network/files/format_table.hpp.
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
  adjacency_json,
  adjacency_list,
  gexf,
  xgmml,
  sif,
  edge_table,
  ucinet,
  metis,
  matrix_market,
  pnml,
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
  // Texts are Latin-1; of XML, whatever it declares.
  bool latin1 = false;
  // Which network of a file that has several, from 1; if nobody says, the
  // first, with a warning.
  std::optional<std::uint32_t> number;
  // The attributes whose values, together, are the color of a node or an edge.
  std::vector<std::string> colors_from = {"color", "type"};
  // The attribute that names the nodes that have it; empty: ids name all, or,
  // with `labels`, the attribute "label" or else "name", if all have one and no
  // two the same. In DOT and the native format ids are names already.
  std::string names_from;
  bool labels = false;
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
// what looks like no network (a model, say). A sign of its own at the beginning
// says more than the name, the name more than what many formats begin with.
std::optional<Format> graph_format(std::string_view name,
                                   std::string_view text);

// The text in UTF-8, if options say that it is Latin-1, or if it is DOT that
// says so; else as it is. XML stays, too: its reader knows encodings.
std::string as_utf8(std::string text, const ReadOptions& options);

// Reads a network. Without one, there is an error V06xx; warnings V0608 name
// what is ignored, once each. Polls.
std::optional<GraphFile> read_graph_file(const Source& source,
                                         const ReadOptions& options,
                                         Diagnostics& diagnostics);

}  // namespace vicinal::network::inline files
