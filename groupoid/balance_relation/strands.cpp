// SPDX-License-Identifier: MIT
// Strands are edges with equal lists of ends, found by interning the lists. A
// node's rich neighbours are looked for in all its strands but the one with
// most members: who shares two strands with it is in one of the others.
#include "groupoid/balance_relation/strands.hpp"

#include <algorithm>
#include <map>

#include "groupoid/similarity/interner.hpp"
#include "network/base/budget.hpp"

namespace vicinal::groupoid::inline balance_relation {

using network::DartId;
using network::EdgeId;
using network::Network;
using network::NodeId;

Strands::Strands(const Network& network) {
  Interner intern;
  std::vector<std::vector<EdgeId>> edges;  // per strand
  Sequence ends;
  for (std::size_t e = 0; e < network.edge_count(); ++e) {
    ends.clear();
    for (const DartId d : network.darts(EdgeId(e))) {
      ends.push_back(network.dart_node[d.index()].value);
    }
    if (ends.empty()) continue;
    const std::uint32_t s = intern(ends);
    if (s == edges.size()) edges.emplace_back();
    edges[s].emplace_back(e);
  }
  std::vector<std::uint32_t> degree(network.node_count() + 1, 0);
  for (std::uint32_t s = 0; s < edges.size(); ++s) {
    const auto first = network.darts(edges[s][0]);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const NodeId n = network.dart_node[first[i].index()];
      members_.push_back(n);
      strand_of_place_.push_back(s);
      ++degree[n.index() + 1];
      for (const EdgeId e : edges[s]) darts_.push_back(network.darts(e)[i]);
      dart_begin_.push_back(static_cast<std::uint32_t>(darts_.size()));
    }
    member_begin_.push_back(static_cast<std::uint32_t>(members_.size()));
    width_.push_back(static_cast<std::uint32_t>(edges[s].size()));
  }
  for (std::size_t i = 1; i < degree.size(); ++i) degree[i] += degree[i - 1];
  place_begin_ = degree;
  places_.resize(members_.size());
  for (std::uint32_t p = 0; p < members_.size(); ++p) {
    places_[degree[members_[p].index()]++] = p;
  }
  rich_.resize(network.node_count());
  find_rich();
}

// A neighbour with two common strands is a member of one besides the greatest.
void Strands::find_rich() {
  std::vector<std::uint32_t> common;
  for (std::size_t n = 0; n < rich_.size(); ++n) {
    const auto own = places(NodeId(n));
    if (own.size() < 2) continue;
    std::uint32_t greatest = own[0];
    for (const std::uint32_t p : own) {
      if (members(strand(p)).size() > members(strand(greatest)).size()) {
        greatest = p;
      }
    }
    std::map<NodeId, std::vector<std::uint32_t>> shared;  // places of n
    for (const std::uint32_t p : own) {
      if (p == greatest) continue;
      for (const NodeId j : members(strand(p))) {
        network::poll();
        if (j.index() != n) shared[j].push_back(p);
      }
    }
    const auto last = members(strand(greatest));
    for (auto& [j, mine] : shared) {
      network::poll(static_cast<std::int64_t>(mine.size()));
      if (std::binary_search(last.begin(), last.end(), j)) {
        mine.push_back(greatest);
      }
      if (mine.size() < 2) continue;
      std::sort(mine.begin(), mine.end());
      Rich rich{j, mine, {}};
      for (const std::uint32_t p : mine) {
        const auto all = members(strand(p));
        const auto at = std::lower_bound(all.begin(), all.end(), j);
        rich.theirs.push_back(first_place(strand(p)) +
                              static_cast<std::uint32_t>(at - all.begin()));
      }
      rich_[n].push_back(std::move(rich));
    }
  }
}

}  // namespace vicinal::groupoid::inline balance_relation
