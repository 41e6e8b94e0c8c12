// SPDX-License-Identifier: MIT
// What two places never show together, of which one is an element of an array
// that nodes index, in all explored states. Guesses, as all that explored
// states say.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fixpoint/lemmas/cube.hpp"
#include "fixpoint/lemmas/reached.hpp"
#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline kept {

// Lemmas such as
//
//   forall m1, m2 in p: !(!m1.sent[m2] && m2.has[m1])
//   forall m1, m2, m3 in p: !(m1.sent[m2] && m1.sent[m3] && m2 != m3)
//
// of truths, enumerations and whether references are none, that steps write.
// The places share a node; what
// explored states never show alone is in none of them. Four dozen at most,
// those of few nodes first. Polls. O(states * places^2 * nodes^4).
std::vector<std::string> never_in_pairs(const network::Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored);

}  // namespace vicinal::fixpoint::inline kept
