// SPDX-License-Identifier: MIT
// The atoms of temporal formulas as properties of a model, for those who ask
// what respects them.
#pragma once

#include "explore/temporal/formula.hpp"

namespace vicinal::explore::inline temporal {

// The model, with the atoms in place of its properties, in their order: bound
// variables are the values that they have.
network::Model atom_model(const network::Instance& instance,
                          const std::vector<Atom>& atoms);

}  // namespace vicinal::explore::inline temporal
