// SPDX-License-Identifier: MIT
// Pair invariants as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "fixpoint/pair/pair.hpp"
#include "report/proof/formulas.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline proof {

// Conjuncts as one formula: parts that are implications in parentheses.
std::string one_formula(const std::vector<std::string>& conjuncts);

// An entry of `invariants` (design 5.1): a representative per type of pairs.
Json pairs_json(const network::Instance& instance,
                const fixpoint::PairInvariant& invariant,
                const Formulas& formulas, bool states);

std::string pairs_text(const network::Instance& instance,
                       const fixpoint::PairInvariant& invariant,
                       const Formulas& formulas, bool states);

}  // namespace vicinal::report::inline proof
