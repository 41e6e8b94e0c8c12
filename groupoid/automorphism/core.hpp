// SPDX-License-Identifier: MIT
// What of a network's symmetry can be read off: things that hang on the rest
// by one connection are peeled off, and things that are connected to the very
// same things are merged. What remains, the core, is small on most networks
// and empty on forests; the automorphisms are those of the core, times those
// inside the items below.
//
// A *thing* is a node (numbered as it is) or an edge (node_count + number).
// An *item* is a thing with all that has been folded into it: a tree. Items of
// equal code are isomorphic, and so are their children, in the order in which
// they stand:
//
//   star with three spokes          item: hub
//        leaf ─ edge ─ hub                 ├─ edge ─ leaf
//        leaf ─ edge ─╯│                   ├─ edge ─ leaf     3! ways
//        leaf ─ edge ──╯                   └─ edge ─ leaf
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "network/graph/network.hpp"

namespace vicinal::groupoid::inline automorphism {

using network::Network;

inline constexpr std::uint32_t no_thing = UINT32_MAX;

struct Item {
  std::uint32_t thing = no_thing;  // none: children only
  std::uint32_t code = 0;
  // (label, item), by label and code of the item; a label says how the child
  // is connected to its parent.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> children;
};

// A connection inside the core.
struct CoreDart {
  std::uint32_t thing;
  std::uint32_t label;  // direction and port
};

struct Core {
  std::size_t node_count = 0;
  std::vector<Item> items;
  // Item of all that is connected with the core by nothing.
  std::uint32_t root = 0;
  // Things of the core, ascending, their items, and their darts (ascending by
  // thing). Per thing of the network: its place in `core`, or no_thing.
  std::vector<std::uint32_t> core, core_item, place;
  std::vector<std::vector<CoreDart>> core_darts;
  // Group size k -> number of groups of k equal edges: same color, same darts.
  // Their permutations move no node.
  std::map<std::uint32_t, std::uint64_t> equal_edges;
};

// O(darts * log darts) for each of a bounded number of rounds.
Core reduce(const Network& network);

// Maps the things of one item to those of another of equal code.
void map_items(const Core& reduction, std::uint32_t from, std::uint32_t to,
               std::vector<std::pair<std::uint32_t, std::uint32_t>>& images);

}  // namespace vicinal::groupoid::inline automorphism
