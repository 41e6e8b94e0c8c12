// SPDX-License-Identifier: MIT
// Linear facts that hold in all explored states of every node alone, with the
// edges at its single ports, and of every two nodes at the ends of an edge.
// Guesses, as all that explored states say.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fixpoint/lemmas/cube.hpp"
#include "fixpoint/lemmas/reached.hpp"
#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline lemmas {

// Formulas such as
//
//   forall m1 in r, m2 in sink: same(m1.down, m2.up) =>
//     m1.credit + m1.down.cells + m2.buffered == 2
//   forall m1 in r: m1.credit + m1.down.cells <= 2
//
// The second kind follows from the first if the rest is not negative; it says
// something where nobody looks at the other end. O(states * nodes^2 * numbers
// of two nodes) for each pair of ports, up to a limit of states. Polls.
std::vector<std::string> facts_of_neighbours(
    const network::Model& model, const Vocabulary& vocabulary,
    std::span<const Explored> explored);

}  // namespace vicinal::fixpoint::inline lemmas
