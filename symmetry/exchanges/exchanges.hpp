// SPDX-License-Identifier: MIT
// Nodes any two of which may change places, by exchanges of the first of a
// class with each other one; and why those of a family may not.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "symmetry/judge/items.hpp"
#include "symmetry/maps/canonizer.hpp"
#include "symmetry/maps/renamings.hpp"

namespace vicinal::symmetry::inline exchanges {

struct ExchangeClass {
  std::vector<network::NodeId> nodes;  // ascending
  std::vector<StateMap> exchanges;     // of the first with each other one
};

// Classes of two nodes or more. `exchange` is what changing places does, if the
// two may: an equivalence, for (a c) is (a b)(b c)(a b). O(nodes * classes)
// asked.
std::vector<ExchangeClass> exchange_classes(
    std::size_t nodes,
    const std::function<std::optional<StateMap>(network::NodeId,
                                                network::NodeId)>& exchange);

// The slots that each node of the class has to itself. None: exchanges move
// more slots than these. Values are not looked at.
std::optional<Blocks> blocks_of(const std::vector<StateMap>& exchanges);
// With the values that name them. None: other values are moved, too.
std::optional<NamedBlocks> named_blocks_of(
    const std::vector<StateMap>& exchanges, const Sorts& sorts);

// What a user wants to know where there is less symmetry than it seems.
// At most one pair for each family: its first two nodes. Of families of which
// some node moves, and of those without a state, nothing is said. Candidates
// are those that are no symmetry. O(families) comparisons of the model with
// itself.
std::vector<Apart> what_differs(const network::Instance& instance,
                                Comparison& comparison,
                                const Renamings& renamings,
                                std::span<const Move> candidates,
                                const std::vector<bool>& moves);

}  // namespace vicinal::symmetry::inline exchanges
