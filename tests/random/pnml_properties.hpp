// SPDX-License-Identifier: MIT
// Random properties of a net, as a file of the Model Checking Contest.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace vicinal::random_models {

struct PnmlProperties {
  std::string text;
  std::vector<std::string> ids;
  std::set<std::string> ingredients;  // elements, and kinds of formulas
};

// The same seed gives the same file. Properties of every logic that is taken,
// of these places and transitions, by their ids.
PnmlProperties pnml_properties(std::uint64_t seed,
                               const std::vector<std::string>& places,
                               const std::vector<std::string>& transitions);

// Ingredients that some hundred files have several times each.
const std::vector<std::string>& pnml_property_ingredients();

}  // namespace vicinal::random_models
