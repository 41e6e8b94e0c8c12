// SPDX-License-Identifier: MIT
// Who interferes with the representatives of a balance relation, as seen from
// representatives only (LS 4.3, 4.4).
#pragma once

#include <vector>

#include "groupoid/balance_relation/balance.hpp"

namespace vicinal::groupoid::inline quotient_network {

// A node j points to the representative r of class `to`. With (q, delta, j) in
// the relation, q the representative of `from`: the darts of q that delta maps
// to the edges that j and r share, each with the dart of r at that edge.
struct Interference {
  std::uint32_t from = 0, to = 0;  // classes; may be the same
  std::vector<std::pair<network::DartId, network::DartId>> edges;  // q's, r's;
                                                                   // sorted
  network::NodeId neighbour;  // j: the first of those that do the same

  bool operator==(const Interference&) const = default;
};

// All that interferes with one representative, sorted, without repetition: two
// neighbours with the same classes and edges do the same to it. A relation
// with Shared::onto is needed for this to be all that reductions must know.
// O(sum of the arities of its edges), times the cost of a witness.
std::vector<Interference> interference(const Balance& balance,
                                       std::uint32_t to);

}  // namespace vicinal::groupoid::inline quotient_network
