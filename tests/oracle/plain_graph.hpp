// SPDX-License-Identifier: MIT
// Files of networks read again, as simply as can be: the slow twins of the
// readers of network/files/. They take less than these do and report nothing;
// what one takes in silence, its twin has to read as the same network.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/files/graph_file.hpp"

namespace vicinal::oracle {

// Nodes in the order of the file; edges too, each with the directions (1: it
// writes, 2: it reads) of its nodes, by their names.
struct PlainGraph {
  std::vector<std::string> nodes;
  std::vector<std::map<std::string, int>> edges;

  bool has(const std::string& node) const;
  // Adds the node unless it is there.
  void mention(const std::string& node);
  // False if it is there.
  bool declare(const std::string& node);
  void line(const std::string& from, const std::string& to, bool directed);
  // Whether all ends are nodes.
  bool whole() const;
  // "a b | a-b a>-b<"
  std::string drawn() const;
};

PlainGraph plain(const network::Network& network);

struct Reading {
  // None: the text is none of this format.
  std::optional<PlainGraph> graph;
  // Whether the twin knows all that it has seen; else it says nothing.
  bool judged = true;
};
Reading read_again(network::Format format, const std::string& text);

}  // namespace vicinal::oracle
