// SPDX-License-Identifier: MIT
// Families of edges that stand between two nodes, one for each two: a formula
// calls such an edge by their indices, channel[index(a)][index(b)], and needs
// no member of its own for it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Between which nodes there is an edge.
enum class Pairs : std::uint8_t { all, different, ascending, descending };

struct Between {
  std::uint32_t edges = 0;  // a family
  struct End {
    std::uint32_t family = 0;  // of nodes
    std::uint32_t port = 0;
  };
  End first, second;  // whose indices are those of the edge, in this order
  Pairs pairs = Pairs::all;
};

// Those of which the model says so plainly: a family with the sizes of two
// families of nodes of one dimension, one connect statement in loops over all
// indices (of the second node also over those behind the first one's), perhaps
// in one branch that compares both. O(connections).
std::vector<Between> families_between(const network::Model& model);

}  // namespace vicinal::fixpoint::inline lemmas
