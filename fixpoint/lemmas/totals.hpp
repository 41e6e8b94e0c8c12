// SPDX-License-Identifier: MIT
// Linear facts that hold in all explored states: what is counted and summed
// over a family, in terms of shared variables and sizes. Guesses, as all that
// explored states say.
#pragma once

#include <string>
#include <vector>

#include "fixpoint/lemmas/columns.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Equations in the language of models, such as
//
//   count(m1 in p: m1.phase == reading) == readers
//
// independent of each other, with small whole factors. None that follows from
// how many members a family has alone. The same table gives the same
// equations. O(rows * columns^2). Polls.
std::vector<std::string> facts_of_totals(const Table& table);

// Those that hold where nobody, or somebody, shows a value, and such that two
// values together decide:
//
//   count(m1 in p: m1.phase == last) > 0 => sum(m1 in left: m1) == 0
//
// Where one of them speaks of a counter; else none, for lemmas about few nodes
// say the same for less. None that follows from those without a condition, or
// on one that more rows satisfy. O(rows * columns^2) for each pair of values,
// of 8 values. Polls.
std::vector<std::string> facts_on_conditions(const Table& table);

}  // namespace vicinal::fixpoint::inline lemmas
