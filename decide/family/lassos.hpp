// SPDX-License-Identifier: MIT
// Temporal properties in small instances: those that a fair run of one violates
// are violated, whether they have a rank or not.
//
//   answers --> instances, by size, each checked (decide/instances/checking)
//     open    --> violated, with the run; or it holds there
//     proved  --> it holds there; or a Contradiction: the proof is wrong
//
// Nothing is proved because small instances agree.
#pragma once

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/opened.hpp"

namespace vicinal::decide::inline family {

// Looks at the report's answers about temporal properties. Throws
// Contradiction.
void look_for_lassos(const Opened& opened, const Allowance& allowance,
                     FamilyReport& report);

}  // namespace vicinal::decide::inline family
