// SPDX-License-Identifier: MIT
// The coarsest stable partition of a graph with labelled arcs that lies on
// several ranks (groupoid/balance_relation/stable.hpp has it on one). Not for
// use outside of groupoid/.
#pragma once

#include <cstdint>
#include <vector>

#include "network/ranks/meeting.hpp"
#include "network/ranks/network_part.hpp"

namespace vicinal::groupoid::inline ranks {

// What one rank has: the arcs to its own vertices. Equal labels of all ranks,
// equal arcs.
struct RankArcs {
  const network::NodeRanges& nodes;
  std::vector<std::size_t> row;       // per own vertex, and one more
  std::vector<std::uint32_t> source;  // per arc: any vertex
  std::vector<std::uint32_t> label;   // per arc
};

struct RankOptions {
  // After this many rounds in a row in which at most a thousandth of the
  // vertices (and 16) came to new classes, the first rank does the rest...
  unsigned quiet_rounds = 8;
  // ...if what is left takes it no more than this.
  std::uint64_t handed_bytes = std::uint64_t{1} << 33;
  network::KeyHash* hash = network::key_hash;
};

struct RankRounds {
  std::uint64_t rounds = 0;
  std::uint64_t sights = 0;  // arcs from what is new, in this rank's rounds
  bool handed_over = false;
};

// All ranks call it. The coarsest refinement of the partition by `start`, equal
// numbers of all ranks, in which all vertices of a class are reached by equally
// many arcs of each label from each class. A number for each own vertex: equal
// in all ranks for vertices of a class, and no others.
//
// In rounds: each sends what is new of its vertices to the ranks that have arcs
// from them; what a vertex sees of new classes is its key, and keys meet
// (network/ranks/meeting.hpp). Of a class that is split one part stays what it
// was, and is not sent: the vertices that saw nothing new or, without any, the
// largest part. A round costs six exchanges, and O(arcs from what is new). A
// long thin graph would take very many: then what is not settled goes to the
// first rank. Throws LimitReached as the post does. Polls.
network::Words refine_on_ranks(const RankArcs& arcs,
                               const network::Words& start, network::Post& post,
                               const RankOptions& options, RankRounds& rounds);

}  // namespace vicinal::groupoid::inline ranks
