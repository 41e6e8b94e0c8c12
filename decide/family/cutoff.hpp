// SPDX-License-Identifier: MIT
// The smallest instance whose local invariant, read as that of every size, is
// one (LS section 6): a cutoff, as far as local reasoning goes.
#pragma once

#include "decide/family/family.hpp"

namespace vicinal::decide::inline family {

// As decide_family with Asked::generalize, for one instance after the other,
// the smallest first, until everything that is asked is proved. Where views of
// every size do not prove it, no instance can, since its invariant is no
// stronger: then none is tried, and the report is that of these views.
FamilyReport decide_cutoff(Opened& opened, const Asked& asked,
                           const Allowance& allowance);

// Whether a limit (time, memory, work) ended that before there was an answer:
// then that none was found does not say that there is none.
bool cutoff_cut_short(const FamilyReport& report);

}  // namespace vicinal::decide::inline family
