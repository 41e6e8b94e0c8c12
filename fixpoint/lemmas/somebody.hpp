// SPDX-License-Identifier: MIT
// Facts about somebody that hold in all explored states: that some member of a
// family shows a value, always, or where somebody else shows one, or where
// nobody does. Guesses, as all that explored states say.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "fixpoint/lemmas/columns.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Facts in the language of models, such as
//
//   exists m1 in p: m1.phase == reading
//   (exists m1 in p: m1.voted) => (exists m1 in q: m1.ready)
//   won => (exists m1 in v: m1.up)
//
// The first kind come first. None where explored states do not have both: those
// in which the condition holds, and those in which the value is not shown. The
// same table gives the same facts, 40 at most. O(rows * columns^2). Polls.
std::vector<std::string> facts_of_somebody(const Table& table);
// Only of what somebody shows in one of these variables: always, or where a
// shared variable has a value.
std::vector<std::string> facts_of_somebody(
    const Table& table, const std::set<network::Held>& asked);

}  // namespace vicinal::fixpoint::inline lemmas
