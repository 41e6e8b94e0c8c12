// SPDX-License-Identifier: MIT
// Lemmas by a search backwards from what is not to be, as BRAB has it
// (Conchon, Goel, Krstic, Mebsout, Zaidi, FMCAD 2013): cubes of states from
// which steps lead there, each generalised as long as explored instances do not
// show it. Steps are taken backwards by their effects in one instance, without
// a solver. What is found is a guess, which obligations confirm.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fixpoint/family/family.hpp"
#include "fixpoint/lemmas/reached.hpp"

namespace vicinal::fixpoint::inline backward {

// Cubes that are not to occur, such that no step leads from other states to
// one of them, or to one that violates the question, as far as the instance and
// what patterns can say show it; none are needed where the question is kept by
// steps itself. Nothing: there are too many, or nothing can be said. `numbers`:
// those of a wide range are spoken of. Of models without edges. At most some
// ten thousand patterns; polls.
std::optional<std::vector<Cube>> backward_lemmas(
    const family::Question& question, std::span<const Explored> explored,
    bool numbers);

}  // namespace vicinal::fixpoint::inline backward
