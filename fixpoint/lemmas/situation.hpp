// SPDX-License-Identifier: MIT
// What a counterexample to an obligation shows, as cubes.
#pragma once

#include <optional>
#include <vector>

#include "fixpoint/lemmas/cube.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::fixpoint::inline lemmas {

// The nodes that it names, those of the goal first, then who acts, then
// others; each once. All literals that hold of them: how they stand to each
// other, and what they and their edges show.
struct Situation {
  Cube before;
  Cube after;  // the step; empty if there is none
};

// None: there are no values, or no nodes.
std::optional<Situation> situation(const network::Model& model,
                                   const Vocabulary& vocabulary,
                                   const obligations::Obligation& obligation,
                                   const obligations::Judgement& judgement);

}  // namespace vicinal::fixpoint::inline lemmas
