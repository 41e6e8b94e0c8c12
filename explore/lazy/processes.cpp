// SPDX-License-Identifier: MIT
#include "explore/lazy/processes.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "network/base/budget.hpp"

namespace vicinal::explore::inline lazy {

using network::NodeId;
using network::Scalar;

namespace {

struct Kind {
  std::vector<NodeId> nodes;
  std::vector<StateMap> exchanges;  // of the first with each other one
};

// The blocks of all nodes of a kind; none: exchanges move more than blocks.
std::optional<std::vector<std::vector<std::uint32_t>>> blocks_of(
    const Kind& kind) {
  std::vector<std::vector<std::uint32_t>> blocks(1);
  const auto& maps = kind.exchanges;
  const auto slots = static_cast<std::uint32_t>(maps[0].slot.size());
  for (std::uint32_t s = 0; s < slots; ++s) {
    const bool own = std::ranges::all_of(
        maps, [&](const StateMap& m) { return m.slot[s] != s; });
    // Of two blocks either may be the first one.
    if (own && (maps.size() > 1 || maps[0].slot[s] > s)) {
      blocks[0].push_back(s);
    }
  }
  std::set<std::uint32_t> used(blocks[0].begin(), blocks[0].end());
  for (const StateMap& m : maps) {
    std::vector<std::uint32_t> block;
    for (const std::uint32_t s : blocks[0]) {
      if (!used.insert(m.slot[s]).second) return std::nullopt;
      block.push_back(m.slot[s]);
    }
    std::size_t moved = 0;
    for (std::uint32_t s = 0; s < slots; ++s) moved += m.slot[s] != s ? 1 : 0;
    if (moved != 2 * block.size()) return std::nullopt;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace

Processes::Processes(const network::Instance& instance, const Sorts& sorts)
    : of_node(instance.network.node_count(), no_process),
      of_slot(instance.slot_count(), no_process),
      instance_(instance),
      sorts_(sorts),
      renamings_(instance) {
  find_kinds();
  find_pointers();
}

void Processes::find_kinds() {
  std::vector<Kind> kinds;
  for (std::size_t n = 0; n < of_node.size(); ++n) {
    const NodeId node(n);
    bool found = false;
    for (Kind& k : kinds) {
      network::poll();
      const auto renaming = renamings_.exchange(k.nodes[0], node);
      auto map =
          renaming ? state_map(instance_, sorts_, *renaming) : std::nullopt;
      if (!map) continue;
      k.nodes.push_back(node);
      k.exchanges.push_back(std::move(*map));
      found = true;
      break;
    }
    if (!found) kinds.push_back({{node}, {}});
  }
  std::uint32_t number = 0;
  for (const Kind& k : kinds) {
    if (k.exchanges.empty()) continue;
    auto blocks = blocks_of(k);
    if (!blocks) continue;
    // A block that refers to processes does not move as a whole.
    const bool refers = std::ranges::any_of((*blocks)[0], [&](std::uint32_t s) {
      const std::uint32_t sort = sorts_.of_slot[s];
      return sort != no_sort && sorts_.sorts[sort].family.valid();
    });
    // An edge between nodes of two kinds moves with both.
    const bool taken = std::ranges::any_of(*blocks, [&](const auto& block) {
      return std::ranges::any_of(
          block, [&](std::uint32_t s) { return of_slot[s] != no_process; });
    });
    if (refers || taken) continue;
    for (std::size_t i = 0; i < k.nodes.size(); ++i) {
      const auto p = static_cast<std::uint32_t>(list.size());
      of_node[k.nodes[i].index()] = p;
      for (const std::uint32_t s : (*blocks)[i]) of_slot[s] = p;
      list.push_back({k.nodes[i], number, std::move((*blocks)[i])});
    }
    ++number;
  }
}

void Processes::find_pointers() {
  for (std::uint32_t s = 0; s < of_slot.size(); ++s) {
    const std::uint32_t sort = sorts_.of_slot[s];
    if (sort == no_sort || of_slot[s] != no_process) continue;
    const network::NodeFamilyId family = sorts_.sorts[sort].family;
    if (!family.valid()) continue;
    const network::FamilySize& size = instance_.node_families[family.index()];
    Pointer pointer{s, sorts_.sorts[sort].bounds.low, {}};
    for (Scalar v = pointer.low; v <= sorts_.sorts[sort].bounds.high; ++v) {
      pointer.process.push_back(
          v < 0 ? no_process
                : of_node[size.first + static_cast<std::uint32_t>(v)]);
    }
    pointers.push_back(std::move(pointer));
  }
}

}  // namespace vicinal::explore::inline lazy
