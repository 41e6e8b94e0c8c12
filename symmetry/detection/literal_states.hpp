// SPDX-License-Identifier: MIT
// Permutations of literals as permutations of states, and back.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "symmetry/detection/detection.hpp"
#include "symmetry/maps/state_map.hpp"

namespace vicinal::symmetry::inline detection {

// The coarsest sorts such that each generator takes slots of one to slots of
// one, and their values alike. Polls; O(slots^2 * generators) at worst.
Sorts sorts_of(std::span<const flat::Slot> slots,
               const std::vector<LiteralMap>& generators);

// Over sorts that fit.
StateMap state_map(const LiteralMap& g, const Sorts& sorts);
// Over any: none if they do not fit.
std::optional<StateMap> fitting(const LiteralMap& map, const Sorts& sorts);
LiteralMap literal_map(const StateMap& map, const Sorts& sorts);

// The same on states of values that occur, as generators of the detection say
// it: variables with one value stay, and what does not occur is in order. None:
// the map takes values that occur to others.
std::optional<LiteralMap> occurring_part(const LiteralMap& map,
                                         const Detection& detected);

// Where values go, of which these occur and go `to`; values that do not occur
// go, in order, to those that do not occur there. Empty: they stay.
std::vector<network::Scalar> occurring_values(
    const network::Bounds& bounds, const std::vector<network::Scalar>& here,
    const std::function<network::Scalar(network::Scalar)>& to);

}  // namespace vicinal::symmetry::inline detection
