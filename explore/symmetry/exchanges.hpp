// SPDX-License-Identifier: MIT
// Nodes any two of which may change places, by exchanges of the first of a
// class with each other one.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "explore/symmetry/canonizer.hpp"

namespace vicinal::explore::inline symmetry {

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

}  // namespace vicinal::explore::inline symmetry
