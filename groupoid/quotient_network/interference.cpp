// SPDX-License-Identifier: MIT
// A neighbour j is pulled back to its representative along the inverse witness:
// which darts of q stand for the edges that j shares with r. Whoever writes
// none of these edges does not point to r. Another witness could give other
// darts of q, by an element of its vertex group: theta(q) is closed under that.
#include "groupoid/quotient_network/interference.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace vicinal::groupoid::inline quotient_network {

using network::DartId;
using network::Network;
using network::NodeId;
using network::Range;

std::vector<Interference> interference(const Balance& balance,
                                       std::uint32_t to) {
  const Network& network = balance.network();
  const NodeId r = balance.nodes().representative(to);
  // Darts of neighbours at the edges of r, with r's.
  std::map<NodeId, std::vector<std::pair<DartId, DartId>>> shared;
  const Range darts = network.darts(r);
  for (std::uint32_t d = darts.begin; d < darts.end; ++d) {
    for (const DartId o : network.darts(network.dart_edge[d])) {
      if (o.value == d) continue;
      shared[network.dart_node[o.index()]].emplace_back(o, std::size_t{d});
    }
  }
  std::vector<Interference> out;
  for (const auto& [j, edges] : shared) {
    if (std::none_of(edges.begin(), edges.end(),
                     [&](const auto& e) { return network.writes(e.first); })) {
      continue;
    }
    Interference i;
    i.from = balance.nodes().class_of(j);
    i.to = to;
    i.neighbour = j;
    const std::uint32_t first = network.darts(j).begin;
    if (network.darts(j).size() == 1) {
      // The one dart there is; on a bus of many such nodes, witnesses would
      // take its arity each.
      const NodeId q = balance.nodes().representative(j);
      i.edges = {
          {DartId(std::size_t{network.darts(q).begin}), edges.front().second}};
      out.push_back(std::move(i));
      continue;
    }
    const LocalSymmetry back = inverse(network, balance.witness(j));
    for (const auto& [theirs, mine] : edges) {
      i.edges.emplace_back(back.image[theirs.value - first], mine);
    }
    std::sort(i.edges.begin(), i.edges.end());
    out.push_back(std::move(i));
  }
  const auto key = [](const Interference& i) {
    return std::tie(i.from, i.edges);
  };
  std::stable_sort(out.begin(), out.end(),
                   [&](const Interference& a, const Interference& b) {
                     return key(a) < key(b);
                   });
  out.erase(std::unique(out.begin(), out.end(),
                        [&](const Interference& a, const Interference& b) {
                          return key(a) == key(b);
                        }),
            out.end());
  return out;
}

}  // namespace vicinal::groupoid::inline quotient_network
