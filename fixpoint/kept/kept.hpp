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

// Of what pairs of places never show (pairs.hpp), and of what the text states
// (stated.hpp), what steps keep: an invariant together. Where all that a rule
// asks is kept, no part of it is asked about. `excluded`: sizes that are no
// instances. The same arguments give the same facts. Polls.
std::vector<family::CoverText> kept_facts(
    const family::Question& question, std::span<const Explored> explored,
    const std::vector<std::vector<network::Scalar>>& excluded,
    obligations::Judge& judge, std::uint64_t most_text);

}  // namespace vicinal::fixpoint::inline kept
