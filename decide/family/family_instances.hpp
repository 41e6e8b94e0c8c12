// SPDX-License-Identifier: MIT
// What small instances say about a proof for every size.
#pragma once

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/opened.hpp"

namespace vicinal::decide::inline family {

// Sizes without nodes whose initial condition nothing satisfies: views have
// nodes, and see none of these. The first ones, into `without_states`.
void look_at_no_nodes(const Opened& opened, const Allowance& allowance,
                      FamilyReport& report);

// Whether they show the local states of blocking steps.
void look_for_occurrences(const Opened& opened, const Allowance& allowance,
                          FamilyReport& report);

// Warns of actions that never fire, and of premises that are never true: in
// the samples and, where there is an invariant, in that.
void warn_family(Opened& opened, const Allowance& allowance,
                 const FamilyReport& report);

}  // namespace vicinal::decide::inline family
