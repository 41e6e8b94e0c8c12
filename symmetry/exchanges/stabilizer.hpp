// SPDX-License-Identifier: MIT
// What of a group of permutations of states leaves a model as it is, although
// its generators do not: orbits and stabilizers (O. Schreier, 1927; A. Seress,
// Permutation Group Algorithms, 2003, chapter 4).
//
// Of a ring of twelve processes of which a property names two opposite ones,
// the rotation by one is no symmetry, and that by six is.
#pragma once

#include <vector>

#include "symmetry/judge/items.hpp"

namespace vicinal::symmetry::inline exchanges {

// Maps that leave the model as it is, and fixed nodes where they are, which the
// known ones do not generate. With these they generate all members that do of
// the group that known ones and candidates generate, as far as forms show it;
// fewer, maybe none, where orbits are too large: then candidates that fail are
// left out, as they come. Known maps have to be symmetries. Each map that is
// returned was compared.
//
// Stabilized are sets of initial values, of claims, of steps of one action: of
// items that the group takes to each other. All may cost 4 * 10^7 moves of a
// slot, eight for each node and slot, and as much again as forms cost so far;
// one of them three quarters of what is left.
std::vector<StateMap> stabilizer(Comparison& comparison, const Sorts& sorts,
                                 const std::vector<Move>& known,
                                 const std::vector<Move>& candidates);

}  // namespace vicinal::symmetry::inline exchanges
