// SPDX-License-Identifier: MIT
// Kinds take slots in the order of their first nodes; a kind whose blocks are
// taken stays where it is.
#include "explore/lazy/processes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "network/base/budget.hpp"
#include "symmetry/exchanges/exchanges.hpp"

namespace vicinal::explore::inline lazy {

using network::NodeId;
using network::Scalar;
using symmetry::exchange_classes;
using symmetry::ExchangeClass;
using symmetry::no_sort;

Processes::Processes(const network::Instance& instance, const Sorts& sorts)
    : of_node(instance.network.node_count(), no_process),
      of_slot(instance.slot_count(), no_process),
      instance_(instance),
      sorts_(sorts),
      renamings_(instance) {
  find_kinds();
  find_pointers();
}

std::set<std::uint32_t> Processes::of(
    const std::set<std::uint32_t>& slots) const {
  std::set<std::uint32_t> result;
  for (const std::uint32_t s : slots) {
    if (of_slot[s] != no_process) result.insert(of_slot[s]);
  }
  return result;
}

void Processes::find_kinds() {
  const auto kinds = exchange_classes(of_node.size(), [&](NodeId a, NodeId b) {
    network::poll();
    const auto renaming = renamings_.exchange(a, b);
    return renaming ? state_map(instance_, sorts_, *renaming) : std::nullopt;
  });
  std::uint32_t number = 0;
  for (const ExchangeClass& k : kinds) {
    const auto blocks = blocks_of(k.exchanges);
    if (!blocks) continue;
    // A block that refers to processes does not move as a whole.
    const bool refers =
        std::ranges::any_of(blocks->slots, [&](std::uint32_t s) {
          const std::uint32_t sort = sorts_.of_slot[s];
          return sort != no_sort && sorts_.sorts[sort].family.valid();
        });
    // An edge between nodes of two kinds moves with both.
    const bool taken = std::ranges::any_of(blocks->slots, [&](std::uint32_t s) {
      return of_slot[s] != no_process;
    });
    if (refers || taken) continue;
    for (std::size_t i = 0; i < k.nodes.size(); ++i) {
      const auto p = static_cast<std::uint32_t>(list.size());
      of_node[k.nodes[i].index()] = p;
      const auto first = blocks->slots.begin() +
                         static_cast<std::ptrdiff_t>(i * blocks->width);
      std::vector<std::uint32_t> block(first, first + blocks->width);
      for (const std::uint32_t s : block) of_slot[s] = p;
      list.push_back({k.nodes[i], number, std::move(block)});
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
    Pointer pointer{s, sorts_.sorts[sort].bounds.low, {}, {}};
    pointer.value.resize(list.size());
    for (Scalar v = pointer.low; v <= sorts_.sorts[sort].bounds.high; ++v) {
      const std::uint32_t p =
          v < 0 ? no_process
                : of_node[size.first + static_cast<std::uint32_t>(v)];
      pointer.process.push_back(p);
      if (p != no_process) pointer.value[p] = v;
    }
    pointers.push_back(std::move(pointer));
  }
}

}  // namespace vicinal::explore::inline lazy
