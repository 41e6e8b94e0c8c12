// SPDX-License-Identifier: MIT
// The step or the state that blocks a proof for every size, as text.
#pragma once

#include <string>

#include "decide/family/family.hpp"

namespace vicinal::report::inline proof {

// Several lines, indented: the obligation, then a line for each node or edge
// that it speaks of, by the name that the model gives it. What a step changes
// has an arrow. O(what is shown, squared).
//
//     not excluded: step mutex: p.enter at i, n = 2
//       i = p[0]: level = 1, phase = free -> critical
std::string blocking_text(const decide::FamilyReport& report,
                          const decide::FamilyAnswer& answer);

}  // namespace vicinal::report::inline proof
