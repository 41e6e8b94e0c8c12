// SPDX-License-Identifier: MIT
// Ranks of temporal properties, found: what small instances do while somebody
// waits is told apart by terms and situations, and what is a rank of all of
// them is proposed.
//
//   small instances ── words ──▶ points ── cover, order ──▶ texts of ranks
//
// A text is a guess about every size. Whoever takes it has it judged, as any
// rank (obligations/progress.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decide/question/allowance.hpp"
#include "fixpoint/family/family.hpp"

namespace vicinal::decide::inline ranks {

// Ranks of a property (decide::unranked_properties), declarations of the
// model's language, with few situations first; a handful at most. None where
// small instances have no rank that can be said so, or the property is wrong.
// Within some seconds, and what is left of the allowance; the same model gives
// the same ranks.
std::vector<std::string> proposed_ranks(const network::Model& model,
                                        const network::Definitions& definitions,
                                        const fixpoint::Scope& scope,
                                        std::size_t property,
                                        const Allowance& allowance);

}  // namespace vicinal::decide::inline ranks
