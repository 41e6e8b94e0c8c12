// SPDX-License-Identifier: MIT
// Each family is asked of on its own, after the group was found.
#include "explore/symmetry/apart.hpp"

#include <algorithm>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline symmetry {

using network::Instance;
using network::NodeId;

namespace {

// The exchange of two nodes; otherwise a candidate that takes the first one to
// another node.
std::optional<Move> candidate(const Instance& instance, const Sorts& sorts,
                              const Renamings& renamings,
                              std::span<const Move> candidates, NodeId& a,
                              NodeId& b) {
  if (const auto renaming = renamings.exchange(a, b)) {
    auto map = state_map(instance, sorts, *renaming);
    if (!map) return std::nullopt;
    return Move{std::move(*map), renaming->node};
  }
  for (const Move& m : candidates) {
    if (m.node[a.index()] == a) continue;
    b = m.node[a.index()];
    return m;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Apart> what_differs(const Instance& instance,
                                Comparison& comparison,
                                const Renamings& renamings,
                                std::span<const Move> candidates,
                                const std::vector<bool>& moves) {
  std::vector<Apart> result;
  for (const network::FamilySize& family : instance.node_families) {
    network::poll();
    const auto first = std::size_t{family.first};
    const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(first);
    if (family.count < 2 ||
        std::find(begin, begin + family.count, true) != begin + family.count) {
      continue;
    }
    Apart apart{NodeId(first), NodeId(first + 1), {}};
    const auto move = candidate(instance, comparison.forms().sorts(), renamings,
                                candidates, apart.a, apart.b);
    if (move) {
      if (comparison.idle(move->map)) continue;
      apart.by = comparison.difference(move->map, move->node);
      // A symmetry that fixed nodes do not allow.
      if (!apart.by) continue;
    }
    result.push_back(std::move(apart));
  }
  return result;
}

}  // namespace vicinal::explore::inline symmetry
