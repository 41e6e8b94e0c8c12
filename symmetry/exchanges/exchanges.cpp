// SPDX-License-Identifier: MIT
// What all exchanges of the first node move is its block; what each of them
// moves it to is the block of the other node.
#include "symmetry/exchanges/exchanges.hpp"

#include <algorithm>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::symmetry::inline exchanges {

using network::Instance;
using network::NodeId;

std::vector<ExchangeClass> exchange_classes(
    std::size_t nodes,
    const std::function<std::optional<StateMap>(NodeId, NodeId)>& exchange) {
  std::vector<ExchangeClass> classes;
  for (std::size_t n = 0; n < nodes; ++n) {
    bool found = false;
    for (ExchangeClass& c : classes) {
      auto map = exchange(c.nodes[0], NodeId(n));
      if (!map) continue;
      c.nodes.emplace_back(n);
      c.exchanges.push_back(std::move(*map));
      found = true;
      break;
    }
    if (!found) classes.push_back({{NodeId(n)}, {}});
  }
  std::erase_if(classes,
                [](const ExchangeClass& c) { return c.exchanges.empty(); });
  return classes;
}

std::optional<Blocks> blocks_of(const std::vector<StateMap>& exchanges) {
  Blocks result;
  const auto slots = static_cast<std::uint32_t>(exchanges[0].slot.size());
  for (std::uint32_t s = 0; s < slots; ++s) {
    const bool own = std::ranges::all_of(
        exchanges, [&](const StateMap& m) { return m.slot[s] != s; });
    // Of two blocks either may be the first one.
    if (own && (exchanges.size() > 1 || exchanges[0].slot[s] > s)) {
      result.slots.push_back(s);
    }
  }
  result.width = static_cast<std::uint32_t>(result.slots.size());
  result.blocks = static_cast<std::uint32_t>(exchanges.size()) + 1;
  std::vector<bool> used(slots, false);
  for (const std::uint32_t s : result.slots) used[s] = true;
  for (const StateMap& m : exchanges) {
    for (std::uint32_t i = 0; i < result.width; ++i) {
      const std::uint32_t to = m.slot[result.slots[i]];
      if (used[to] || m.slot[to] != result.slots[i]) return std::nullopt;
      used[to] = true;
      result.slots.push_back(to);
    }
    std::size_t moved = 0;
    for (std::uint32_t s = 0; s < slots; ++s) moved += m.slot[s] != s ? 1 : 0;
    if (moved != 2 * std::size_t{result.width}) return std::nullopt;
  }
  return result;
}

namespace {

// The two values of one sort that the map exchanges; sort `no_sort`: it moves
// none. None: it does something else.
struct Swap {
  std::uint32_t sort = no_sort;
  network::Scalar a = 0, b = 0;
};
std::optional<Swap> swap_of(const StateMap& map, const Sorts& sorts) {
  Swap result;
  for (std::uint32_t t = 0; t < map.value.size(); ++t) {
    std::vector<network::Scalar> moved;
    for (std::size_t v = 0; v < map.value[t].size(); ++v) {
      const network::Scalar from =
          sorts.sorts[t].bounds.low + static_cast<network::Scalar>(v);
      if (map.value[t][v] != from) moved.push_back(from);
    }
    if (moved.empty()) continue;
    if (moved.size() != 2 || result.sort != no_sort) return std::nullopt;
    result = {t, moved[0], moved[1]};
  }
  return result;
}

}  // namespace

std::optional<NamedBlocks> named_blocks_of(
    const std::vector<StateMap>& exchanges, const Sorts& sorts) {
  auto blocks = blocks_of(exchanges);
  if (!blocks) return std::nullopt;
  std::vector<Swap> swaps;
  for (const StateMap& m : exchanges) {
    const auto swap = swap_of(m, sorts);
    if (!swap) return std::nullopt;
    swaps.push_back(*swap);
  }
  NamedBlocks result{std::move(*blocks), swaps[0].sort, {}};
  if (result.sort != no_sort) {
    // That of the first is in all of them; of two either may be it.
    network::Scalar first = swaps[0].a;
    if (swaps.size() > 1 && first != swaps[1].a && first != swaps[1].b) {
      first = swaps[0].b;
    }
    result.names.push_back(first);
    for (const Swap& s : swaps) {
      if (s.a != first && s.b != first) return std::nullopt;
      result.names.push_back(s.a == first ? s.b : s.a);
    }
  }
  const bool one_sort = std::ranges::all_of(
      swaps, [&](const Swap& s) { return s.sort == result.sort; });
  return one_sort ? std::optional(std::move(result)) : std::nullopt;
}

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

// Each family is asked of on its own, after the group was found.
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

}  // namespace vicinal::symmetry::inline exchanges
