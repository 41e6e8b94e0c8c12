// SPDX-License-Identifier: MIT
// Temporal properties that have a rank, proved for every size: what the rank
// needs holds where an invariant does that is proved already.
//
//   proofs that include `no model error` --> obligations of the rank -->
//   answers
#pragma once

#include <span>

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"

namespace vicinal::decide::inline family {

// An answer for each of these, behind those that the report has. A proof that
// shows one has it among its properties and obligations: so do certificates.
void decide_progress(const network::Model& model,
                     std::span<const std::size_t> properties,
                     const Allowance& allowance, FamilyReport& report);

}  // namespace vicinal::decide::inline family
