// SPDX-License-Identifier: MIT
// The values that variables may have at all: others are useless, and would only
// add symmetries that nobody sees (SD IV-D.2).
#pragma once

#include <vector>

#include "network/flat/effects.hpp"
#include "network/flat/tables.hpp"

namespace vicinal::flat {

// Each variable for itself: a value occurs initially, or is assigned by a step
// whose guard, as far as it speaks of single variables, admits values that
// occur. A superset of what is reachable, closed under steps. O(values * rows
// of the steps that read the variable).
Domains occurring(const Guarded& guarded, const std::vector<Sequence>& steps);

// The members of a conjunction; of anything else, itself.
std::vector<TermId> conjuncts(const Terms& terms, TermId term);

}  // namespace vicinal::flat
