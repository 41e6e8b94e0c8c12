// SPDX-License-Identifier: MIT
// All automorphisms of a network (LS section 4.1), one by one, and the local
// symmetries that they induce.
#pragma once

#include <compare>
#include <set>
#include <vector>

#include "groupoid.hpp"
#include "pair_groupoid.hpp"

namespace vicinal::oracle {

// A permutation of the nodes and one of the edges.
struct Automorphism {
  std::vector<std::uint32_t> nodes, edges;

  auto operator<=>(const Automorphism&) const = default;
};
using Group = std::set<Automorphism>;

// Preserves colors, ins, outs and, where there are any, ports. TooLarge if
// more than `budget`, or so many beginnings, must be looked at.
Group automorphisms(const network::Network& network, std::size_t budget);

Automorphism after(const Automorphism& second, const Automorphism& first);

// The powers of one.
Group generated(const Automorphism& a);

// All (m, beta, n) where some member maps m to n and is beta on InOut(m).
Triples local(const Group& group, const network::Network& network);

// All ((i, j), beta, (m, n)) where some member maps i to m and j to n, and is
// beta on InOut(i, j). Section 5.
PairTriples local_2(const Group& group, const network::Network& network);

// Nodes that some member maps to each other.
Classes orbits(const Group& group, const network::Network& network);

}  // namespace vicinal::oracle
