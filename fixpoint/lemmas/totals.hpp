// SPDX-License-Identifier: MIT
// Linear facts that hold in all explored states: what is counted and summed
// over a family, in terms of shared variables and sizes. Guesses, as all that
// explored states say.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fixpoint/lemmas/reached.hpp"
#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Equations in the language of models, such as
//
//   count(m1 in p: m1.phase == reading) == readers
//
// independent of each other, with small whole factors. None that follows from
// how many members a family has alone. The same states give the same
// equations. O(states * slots + different totals * columns^2), columns: up to
// 48. Polls.
std::vector<std::string> facts_of_totals(const network::Model& model,
                                         std::span<const Explored> explored);

}  // namespace vicinal::fixpoint::inline lemmas
