// SPDX-License-Identifier: MIT
// Formulas that hold because families are finite: of those that satisfy
// something one is greatest.
//
//   (exists i in p: W(i)) =>
//     exists i in p: W(i) && forall j in p: W(j) => rank(j) <= rank(i)
//
// That holds in every state of every instance, whatever W and rank are. It is
// no fact that steps keep, and no proof by instances of what is said of all
// finds it: it is a principle. Used so: of those who wait the last one waits
// for somebody behind it, who does not.
#pragma once

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// Whether the formula has that form, up to names and with `>=` or the other
// order of the sides: i and j range over one node family, one process, one edge
// family, or one port set of a node that is bound outside; W and rank have no
// quantifier, and their evaluation cannot fail. Both may speak of what is bound
// outside. O(size of the formula).
bool is_greatest_principle(const Model& model, ExprId formula);

// Whether the formula has the second form, up to names and the order of sides:
// i ranges over nodes or edges as above, k is an expression, the same in both
// places, number(i) is one that does not speak of v; neither has a quantifier,
// and the evaluation of the whole cannot fail. O(size of the formula).
bool is_pigeonhole_principle(const Model& model, ExprId formula);

// Whether it is one of both: true in every state of every instance.
bool is_principle(const Model& model, ExprId formula);

}  // namespace vicinal::network::inline language
