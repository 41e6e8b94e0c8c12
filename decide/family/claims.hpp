// SPDX-License-Identifier: MIT
// What proofs claim, held against what was seen: runs, and the states of
// explored instances.
//
//   proofs      a property holds in every reachable state of every instance;
//      |        so does each assertion of an invariant that is inductive
//      v
//   claims  <-- held against --  runs that violate something, small instances
//      |
//      v
//   nothing, or a Contradiction: a proof or a run is wrong
//
// A proof rests on obligations and on a solver, a run on the evaluator; they
// share the front end alone. Where they contradict each other nothing that was
// found may be an answer, nor be written into a certificate.
#pragma once

#include <cstdint>

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"

namespace vicinal::decide::inline family {

// Throws Contradiction where a state of a run in the report, or of one of its
// samples, breaks what a proof in it claims. Samples are explored by size, by
// so many states and claims in all, for a part of the time that was spent so
// far. What there is no time for is not looked at.
void hold_proofs(const FamilyReport& report, std::uint64_t states,
                 const Allowance& allowance);

}  // namespace vicinal::decide::inline family
