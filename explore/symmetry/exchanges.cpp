// SPDX-License-Identifier: MIT
// What all exchanges of the first node move is its block; what each of them
// moves it to is the block of the other node.
#include "explore/symmetry/exchanges.hpp"

#include <algorithm>
#include <utility>

namespace vicinal::explore::inline symmetry {

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

}  // namespace vicinal::explore::inline symmetry
