// SPDX-License-Identifier: MIT
// Lists of neighbours, one for each node, as many formats have them: an edge
// with a direction stands in one list, an edge without in the lists of both
// ends, or, as some programs write them, in that of one.
//
// Of two nodes that name each other, one is not named more often than the
// other: how many edges that would be, readers do not agree. Not for use
// outside of network/files/.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/files/assembly.hpp"

namespace vicinal::network::inline files {

class NeighbourLists {
 public:
  enum class Edges : std::uint8_t {
    directed,
    once_or_twice,  // in the lists of one end or of both
    twice,          // of both
  };

  void add(NodeId from, NodeId to, Span span) {
    entries_.push_back({from, to, span, false});
  }
  std::size_t size() const { return entries_.size(); }

  // Adds the edges, in the order in which they are listed first. The error
  // V0624 for nodes that do not name each other as they should. The number of
  // entries that are no edge more: all of one pair where `simple`, else the
  // second ones of edges.
  std::uint64_t finish(Assembly& assembly, Edges edges, bool simple = false);

 private:
  struct Entry {
    NodeId from, to;
    Span span;
    bool repeats;  // an edge that an entry before it is
  };
  void mark(Assembly& assembly, Edges edges, bool simple,
            const std::vector<std::uint32_t>& pair);

  std::vector<Entry> entries_;
};

}  // namespace vicinal::network::inline files
