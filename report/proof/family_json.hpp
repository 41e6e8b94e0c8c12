// SPDX-License-Identifier: MIT
// What the texts and the JSON object of a proof for every size share.
#pragma once

#include <string>
#include <vector>

#include "decide/family/family.hpp"

namespace vicinal::report::inline proof {

// What is shown of the proofs: those that prove something, else the last.
std::vector<const fixpoint::FamilyProof*> shown_proofs(
    const decide::FamilyReport& report);

// A value of a counterexample.
std::string value_of(const network::Model& model,
                     const obligations::Shown& shown, std::int64_t value);

}  // namespace vicinal::report::inline proof
