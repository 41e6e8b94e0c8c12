// SPDX-License-Identifier: MIT
// An edge list that ranks read together, each a part of its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/files/edge_range.hpp"
#include "network/ranks/meeting.hpp"
#include "network/ranks/network_part.hpp"

namespace vicinal::network::inline ranks {

struct EdgeListFile {
  ReadBytes read;
  std::uint64_t size = 0;
  std::string name;
  // As ReadOptions has them.
  bool directed = false, simple = false;
  // Up to so many nodes the first rank has all names.
  std::uint64_t named = 0;
};

// A part of the file of which something is to be said: whoever reads it again,
// alone, finds it.
struct SpokenOf {
  std::uint64_t begin = 0, end = 0;
  std::uint32_t first_line = 1, form = 0;
  bool error = false;
};

struct EdgeListParts {
  NetworkPart part;
  std::uint64_t edges = 0, merged = 0;  // of all ranks
  // Words of an edge, without the first.
  std::uint32_t form = 0;
  std::vector<std::string> names;  // of the first rank, if they are few
  // The first part with an error, else the first with a warning. After an error
  // there is no network.
  std::optional<SpokenOf> spoken_of;
  bool other_files = false;  // ranks read different files: no network
};

// All ranks call it. Nodes have the numbers that one reader would give them:
// in the order in which the file names them. No rank holds more than its part
// of the file, of the nodes and of the darts. Throws LimitReached as the post
// does. Polls.
EdgeListParts read_edge_list_parts(const EdgeListFile& file, Post& post,
                                   KeyHash* hash = key_hash);

// What was read there, with its diagnostics.
std::string part_text(const EdgeListFile& file, const SpokenOf& part);

}  // namespace vicinal::network::inline ranks
