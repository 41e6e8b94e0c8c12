// SPDX-License-Identifier: MIT
// What one rank has of a network whose edges have at most two ends: its own
// nodes, and their darts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "network/ranks/post.hpp"

namespace vicinal::network::inline ranks {

// Nodes have numbers, of which each rank has a range.
struct NodeRanges {
  std::vector<std::uint32_t> begin;  // per rank, and one more

  // As even as can be.
  static NodeRanges even(std::uint32_t nodes, unsigned ranks) {
    NodeRanges ranges;
    for (std::uint64_t r = 0; r <= ranks; ++r) {
      ranges.begin.push_back(static_cast<std::uint32_t>(nodes * r / ranks));
    }
    return ranges;
  }
  std::uint32_t nodes() const { return begin.back(); }
  std::uint32_t first(unsigned rank) const { return begin[rank]; }
  std::uint32_t size(unsigned rank) const {
    return begin[rank + 1] - begin[rank];
  }
  unsigned owner(std::uint32_t node) const {
    const auto after = std::upper_bound(begin.begin(), begin.end(), node);
    return static_cast<unsigned>(after - begin.begin()) - 1;
  }
};

// A dart as a node sees it, and the dart at the other end of the edge. Kinds
// are numbers of what Definition 2 looks at (groupoid/similarity). No two rows
// of a table have the same two kinds.
struct EndKinds {
  std::uint32_t mine = 0, theirs = 0;
  bool mine_writes = false, theirs_writes = false;
};

struct NetworkPart {
  struct Dart {
    std::uint32_t other = 0;  // the node at the other end; of a loop, this one
    std::uint32_t kinds = 0;
    auto operator<=>(const Dart&) const = default;
  };

  // All ranks have the same of these two.
  NodeRanges nodes;
  std::vector<EndKinds> kinds;
  // Of this rank's nodes; equal numbers of all ranks, equal colors.
  Words color;
  std::vector<std::size_t> row;  // and one more
  std::vector<Dart> darts;
};

}  // namespace vicinal::network::inline ranks
