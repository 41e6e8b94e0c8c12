// SPDX-License-Identifier: MIT
// What shows that somebody can move: who holds what others wait for, and that
// of those who wait one is last. Guesses and principles, for `enabled`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fixpoint/lemmas/cube.hpp"
#include "fixpoint/lemmas/reached.hpp"
#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline lemmas {

// An edge that has a value is at a port of a node that shows this, in all
// explored states, such as
//
//   forall m1 in fork: m1 => exists m2 in p:
//     same(m2.low, m1) && (m2.phase == one || m2.phase == eating) ||
//     same(m2.high, m1) && m2.phase == eating
//
// where whoever shows it has such an edge at the port. A dozen at most. Polls.
// O(states * (edges + nodes) * ports * variables), up to a limit of states.
std::vector<std::string> facts_of_holders(const network::Model& model,
                                          const Vocabulary& vocabulary,
                                          std::span<const Explored> explored);

// That somebody shows a value, in all explored states, where some members of
// the family show another one: exists m1 in baton: m1. A dozen at most. Polls.
std::vector<std::string> facts_of_presence(const network::Model& model,
                                           const Vocabulary& vocabulary,
                                           std::span<const Explored> explored);

// That of the nodes of a family which show a value one has the greatest index,
// and one the least (network/language/greatest.hpp): for each variable of few
// values, where some explored states have such nodes and others have none. A
// dozen values at most; two for each, one after the other. Polls.
std::vector<std::string> last_of_those_that_wait(
    const network::Model& model, const Vocabulary& vocabulary,
    std::span<const Explored> explored);

}  // namespace vicinal::fixpoint::inline lemmas
