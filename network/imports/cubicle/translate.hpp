// SPDX-License-Identifier: MIT
// A Cubicle file as a tree of ours.
#pragma once

#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/cubicle/syntax.hpp"
#include "network/language/checker/checker.hpp"

namespace vicinal::cubicle {

struct Translation {
  ast::Tree tree;
  // Constants of type int that have no value: any integer that never changes.
  std::vector<Word> unset;
};

// The model that docs/imports.md says, with the places of the Cubicle
// file at every node of the tree. Where it cannot be said exactly, there is a
// diagnostic (V1105 to V1117), and the tree is of no use. `definitions` give
// constants of type int a value, which becomes part of the model.
Translation translate(const System& system,
                      const network::Definitions& definitions,
                      network::Diagnostics& diagnostics);

}  // namespace vicinal::cubicle
