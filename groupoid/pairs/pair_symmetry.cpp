// SPDX-License-Identifier: MIT
// The two parts are composed and inverted each by itself. That they agree on
// shared edges, and keep unshared ones apart, is one question: whether the
// union of their maps of edges is a function, and one to one.
#include "groupoid/pairs/pair_symmetry.hpp"

#include <algorithm>

namespace vicinal::groupoid::inline pairs {

using network::EdgeId;
using network::Network;

PairSymmetry compose(const Network& network, const PairSymmetry& a,
                     const PairSymmetry& b) {
  return {compose(network, a.first, b.first),
          compose(network, a.second, b.second)};
}

PairSymmetry inverse(const Network& network, const PairSymmetry& a) {
  return {inverse(network, a.first), inverse(network, a.second)};
}

std::vector<std::pair<EdgeId, EdgeId>> edge_map(const Network& network,
                                                const PairSymmetry& s) {
  std::vector<std::pair<EdgeId, EdgeId>> out;
  for (const LocalSymmetry* part : {&s.first, &s.second}) {
    const std::uint32_t begin = network.darts(part->source).begin;
    for (std::uint32_t k = 0; k < part->image.size(); ++k) {
      out.emplace_back(network.dart_edge[begin + k],
                       network.dart_edge[part->image[k].index()]);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool is_pair_symmetry(const Network& network, const PairSymmetry& s) {
  if (s.first.source == s.second.source || s.first.target == s.second.target ||
      !is_local_symmetry(network, s.first) ||
      !is_local_symmetry(network, s.second)) {
    return false;
  }
  std::vector<EdgeId> from, to;
  for (const auto& [e, f] : edge_map(network, s)) {
    from.push_back(e);
    to.push_back(f);
  }
  std::sort(to.begin(), to.end());
  return std::adjacent_find(from.begin(), from.end()) == from.end() &&
         std::adjacent_find(to.begin(), to.end()) == to.end();
}

}  // namespace vicinal::groupoid::inline pairs
