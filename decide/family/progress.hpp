// SPDX-License-Identifier: MIT
// Temporal properties proved for every size, by the rank that they have or one
// that was guessed: what it needs holds where an invariant does that is proved
// already.
//
//   proofs that include `no model error` --> obligations of the rank -->
//   answers
#pragma once

#include "decide/family/family.hpp"
#include "decide/family/found_ranks.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/opened.hpp"

namespace vicinal::decide::inline family {

// Whether a rank may rest on the proof: a step that fails ends its run, so that
// nothing comes about after it.
bool carries_progress(const fixpoint::FamilyProof& proof);

// The proof shows the property of the answer, too, by these obligations.
void add_progress(fixpoint::FamilyProof& proof,
                  std::vector<obligations::Obligation> shown,
                  FamilyAnswer& answer);

// Answers about temporal properties, behind those that the report has. A proof
// that shows one has it among its properties and obligations: so do
// certificates; a rank that was guessed stands behind its assertions. Small
// instances are looked at, too (lassos.hpp); without a rank they are all that
// there is to ask, and a property that none of them violates has no answer,
// unless each is to have one.
void decide_progress(const Opened& opened, const Asked& asked,
                     std::span<const GuessedRanks> guesses,
                     const Allowance& allowance, FamilyReport& report);

}  // namespace vicinal::decide::inline family
