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

// That each number from one shared variable up to another one is had by a node
// that shows a value, or does not, in all explored states:
//
//   forall m1 in now..next - 1:
//     exists m2 in p: !(m2.phase == idle) && m2.ticket == m1
//
// A dozen at most. Polls. O(states * numbers * shared variables^2 * nodes).
std::vector<std::string> facts_of_takers(const network::Model& model,
                                         const Vocabulary& vocabulary,
                                         std::span<const Explored> explored);

// That of the nodes of a family which show a value one has the greatest index,
// or the least (network/language/greatest.hpp): for variables of few values and
// edges at single ports, and for those that show another value. Only where, in
// some explored states of each instance, whoever shows it and cannot move has
// a neighbour that can, or one further on that shows it. Two dozen at most.
// Polls. O(states * steps + principles * states * darts).
std::vector<std::string> last_of_those_that_wait(
    const network::Model& model, const Vocabulary& vocabulary,
    std::span<const Explored> explored);

// The same of each value that some state has, for indices and for each number
// that is a variable of the nodes: whoever can move is not looked at. Four
// dozen at most. Polls. O(states * nodes).
std::vector<std::string> ends_of_orders(const network::Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored);

// That somebody shows what is shown only where somebody can move, or somebody
// shows this: what all explored states have, and each step that takes of it
// gives, too:
//
//   (exists m1 in bank: m1.free) || (exists m1 in first: m1 == granted)
//
// A dozen at most. Polls. O(states * steps * slots + facts * moves).
std::vector<std::string> facts_of_traps(const network::Model& model,
                                        const Vocabulary& vocabulary,
                                        std::span<const Explored> explored);

// A truth, an enumeration or a range; no element of a queue, no index.
bool of_few_values(const network::Model& model, const Feature& feature);

// `m1.phase == one`, `m1.up`, `!m1.up`.
std::string shows(const network::Model& model,
                  const network::Instance& instance, const std::string& member,
                  const Feature& feature, network::Scalar value);

}  // namespace vicinal::fixpoint::inline lemmas
