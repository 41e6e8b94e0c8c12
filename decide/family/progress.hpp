// SPDX-License-Identifier: MIT
// Temporal properties that have a rank, proved for every size: what the rank
// needs holds where an invariant does that is proved already.
//
//   proofs that include `no model error` --> obligations of the rank -->
//   answers
#pragma once

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/opened.hpp"

namespace vicinal::decide::inline family {

// Answers about temporal properties, behind those that the report has. A proof
// that shows one has it among its properties and obligations: so do
// certificates. Small instances are looked at, too (lassos.hpp); without a rank
// they are all that there is to ask, and a property that none of them violates
// has no answer, unless each is to have one.
void decide_progress(const Opened& opened, const Asked& asked,
                     const Allowance& allowance, FamilyReport& report);

}  // namespace vicinal::decide::inline family
