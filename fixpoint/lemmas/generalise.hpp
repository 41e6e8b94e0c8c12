// SPDX-License-Identifier: MIT
// From what a counterexample shows to a lemma that excludes it.
#pragma once

#include <optional>
#include <span>

#include "fixpoint/lemmas/reached.hpp"

namespace vicinal::fixpoint::inline lemmas {

// The fewest members, then the fewest literals that no explored instance
// shows; an enumeration is weakened to all values that are not shown with the
// rest. None: all of it is reached. The same situation and states give the same
// cube.
//
// `assumed`: cubes that an obligation assumed not to occur, and which are shown
// all the same: of members that it does not speak of. A choice of members that
// shows one is passed over. `too_strong`: cubes that are not to be excluded,
// and none that is a part of them.
struct Passed {
  std::span<const Cube> assumed, too_strong;
};
// `accident`: such a cube is given if there is no other.
struct General {
  Cube cube;
  bool accident = false;
};
std::optional<General> generalise(const network::Model& model,
                                  const Vocabulary& vocabulary,
                                  const Cube& shown, const Passed& passed,
                                  Reached& reached);

// Whether more than one pair of references differ, or more than two agree: that
// nodes do not look so, mostly says how small the explored instances are.
bool accident(const Cube& cube);

}  // namespace vicinal::fixpoint::inline lemmas
