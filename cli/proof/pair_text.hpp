// SPDX-License-Identifier: MIT
// Pair invariants as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/output/value_json.hpp"
#include "cli/proof/formulas.hpp"
#include "fixpoint/pair/pair.hpp"

namespace vicinal::cli::inline proof {

// Conjuncts as one formula: parts that are implications in parentheses.
std::string one_formula(const std::vector<std::string>& conjuncts);

// An entry of `invariants` (design 5.1): a representative per type of pairs.
Json pairs_json(const network::Instance& instance,
                const fixpoint::PairInvariant& invariant,
                const Formulas& formulas, bool states);

std::string pairs_text(const network::Instance& instance,
                       const fixpoint::PairInvariant& invariant,
                       const Formulas& formulas, bool states);

}  // namespace vicinal::cli::inline proof
