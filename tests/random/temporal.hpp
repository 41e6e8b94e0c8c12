// SPDX-License-Identifier: MIT
// Temporal properties over given claims about states.
#pragma once

#include <string>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

// One or two declarations, named t0 and t1.
std::string temporal_properties(Dice& dice,
                                const std::vector<std::string>& claims);

// Declarations for an exchange_model: properties t0, t1, ... of all three
// kinds, over nodes and over named ones, and fairness of some of its actions
// and rules; in every second one, `wide`: one thing said of two to five
// numbers, joined.
std::string temporal_claims(std::uint64_t seed, const std::string& model);

// A formula of branching time that is the same when the processes p[0] and p[1]
// change places, although its parts are not, and another one when a third comes
// in.
std::string pair_claim(Dice& dice, const std::string& name);

}  // namespace vicinal::random_models
