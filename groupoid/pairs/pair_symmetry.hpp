// SPDX-License-Identifier: MIT
// Pairwise local symmetry (LS section 5).
#pragma once

#include <utility>
#include <vector>

#include "groupoid/similarity/local_symmetry.hpp"

namespace vicinal::groupoid::inline pairs {

// ((i, j), beta, (m, n)) as its two local symmetries (i, beta, m) and
// (j, beta, n).
struct PairSymmetry {
  LocalSymmetry first, second;

  bool operator==(const PairSymmetry&) const = default;
  auto operator<=>(const PairSymmetry&) const = default;
};

// First a, then b, as for local symmetries; and the inverse.
PairSymmetry compose(const network::Network& network, const PairSymmetry& a,
                     const PairSymmetry& b);
PairSymmetry inverse(const network::Network& network, const PairSymmetry& a);

// beta itself: the edges of InOut(i) and InOut(j), sorted, with their images.
std::vector<std::pair<network::EdgeId, network::EdgeId>> edge_map(
    const network::Network& network, const PairSymmetry& s);

// Whether both are local symmetries, of different nodes, and together one
// bijection of edges.
bool is_pair_symmetry(const network::Network& network, const PairSymmetry& s);

}  // namespace vicinal::groupoid::inline pairs
