// SPDX-License-Identifier: MIT
// Answers about every size: proofs by wiring types, and, for what they leave
// open, the smallest instance that violates it.
#pragma once

#include "decide/allowance.hpp"
#include "decide/asked.hpp"
#include "decide/family_report.hpp"
#include "decide/opened.hpp"

namespace vicinal::decide {

// Decides what can be decided of a model that is supported; with
// Asked::generalize, what the invariant of that instance decides. Looks for the
// local states of blocking steps in small instances, and warns of actions that
// never fire and of premises that are never true.
FamilyReport decide_family(Opened& opened, const Asked& asked,
                           const Allowance& allowance);

}  // namespace vicinal::decide
