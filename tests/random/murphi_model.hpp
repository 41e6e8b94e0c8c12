// SPDX-License-Identifier: MIT
// Random models in Murphi's language, as text, made from Rumur's description
// of it: every file is one that Rumur takes.
//
// What judges look for stands on lines of its own: `const Count : 3;` is the
// size of the scalarsets that are meant to be open, an invariant is one line,
// and the body of a rule starts with `begin -- step`.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace vicinal::random_models {

struct MurphiModel {
  std::string text;
  std::set<std::string> ingredients;  // what it is made of
};

// Everything of the language. A third of the models avoid all errors that a
// model can make, a third makes some, and a third many.
MurphiModel murphi_model(std::uint64_t seed);

// Protocols over scalarsets of `Count`, some of which hold at every size, some
// up to a size only; and some that use `Count` as no open size can be used.
MurphiModel murphi_protocol(std::uint64_t seed);

// Ingredients that some hundred models have several times each.
const std::vector<std::string>& murphi_ingredients();

}  // namespace vicinal::random_models
