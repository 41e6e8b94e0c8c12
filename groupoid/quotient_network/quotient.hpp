// SPDX-License-Identifier: MIT
// The quotient network of a balance relation (LS 4.4), with what Theorem 6
// lacks as printed: see network/graph/vias.hpp.
//
//   const Balance b = balance(network, {.shared = Shared::onto});
//   const Quotient q = quotient(b);
//   network::write_native(q.network, q.vias);
#pragma once

#include <cstdint>
#include <vector>

#include "groupoid/balance_relation/balance.hpp"
#include "network/graph/vias.hpp"

namespace vicinal::groupoid::inline quotient_network {

struct Quotient {
  // Nodes: the classes, in their order, each with name and color of its
  // representative. Edges: for each class one per dart of its representative,
  // in their order, with the color of the dart's edge; its ins (outs) are the
  // classes of those that write (read) that edge. An edge is named "C.e"; a
  // name that is taken gets "~2". Without names in the original, numbers stand
  // for them. There are no ports: an edge has many ends of one class.
  network::Network network;
  // Per edge of the quotient, the dart of the original that it stands for: so
  // `network::Network::dart_port` has the port of its owner.
  std::vector<network::DartId> origin;
  network::Vias vias;
};

// The relation must be one of Shared::onto: with another, a class may hide
// neighbours of its members that its representative does not have. Time and
// memory: see quotient_cost.
Quotient quotient(const Balance& balance);

// What a quotient costs, in darts that are looked at: the ends of all edges of
// representatives, and what there is to know of the neighbours there. Far
// beyond the size of the network if many classes share a bus. Counting ends
// when `limit` is passed. O(darts of the network + darts of representatives).
std::uint64_t quotient_cost(const Balance& balance, std::uint64_t limit);

}  // namespace vicinal::groupoid::inline quotient_network
