// SPDX-License-Identifier: MIT
// Guesses that turn out to be kept by steps, each by itself, before anything is
// proved from them: one that is false spoils what is said with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fixpoint/family/family.hpp"
#include "fixpoint/lemmas/reached.hpp"

namespace vicinal::fixpoint::inline kept {

// Whether each of the formulas is so in explored states, of which some hundred
// of each instance are looked at. One that cannot be evaluated is not. All are
// if the formulas are no part of the model's language. Polls.
// O(formulas * states looked at).
std::vector<bool> hold_in_explored(const family::Question& question,
                                   std::span<const Explored> explored,
                                   std::span<const std::string> formulas);

// Those of them that are.
std::vector<std::string> that_hold(const family::Question& question,
                                   std::span<const Explored> explored,
                                   std::vector<std::string> formulas);

// What members that go from level to level leave behind, in explored states:
// how many are beyond each level, whom shared arrays name there (levels.cpp).
// None, where no guard compares levels of two, which are numbers up to a size.
// Polls. O(marks * states looked at).
std::vector<std::string> facts_of_levels(const family::Question& question,
                                         std::span<const Explored> explored);

// What numbers without a bound in their type show in explored states: a bound
// or a remainder, all ways in which a node shows its variables, if these are
// few; and whom a number of a node counts (numbers.cpp). Polls. O(states *
// members * numbers).
std::vector<std::string> facts_of_numbers(const family::Question& question,
                                          std::span<const Explored> explored);
// What is said of one place by what is said elsewhere, in explored states: of
// the element that a number of a node names what the node shows, and of what is
// copied to a variable what a property says of the variable (places.cpp). 76
// at most. Polls. O(text * states looked at).
std::vector<std::string> facts_of_places(const family::Question& question,
                                         std::span<const Explored> explored);

// Of what pairs of places never show (pairs.hpp), and of what the text states
// (stated.hpp), what steps keep: an invariant together. Where all that a rule
// asks is kept, no part of it is asked about. `excluded`: sizes that are no
// instances. The same arguments give the same facts. Polls.
std::vector<family::CoverText> kept_facts(
    const family::Question& question, std::span<const Explored> explored,
    const std::vector<std::vector<network::Scalar>>& excluded,
    obligations::Judge& judge, std::uint64_t most_text);

}  // namespace vicinal::fixpoint::inline kept
