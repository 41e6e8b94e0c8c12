// SPDX-License-Identifier: MIT
// Random Petri nets in PNML, as text: everything that the front end reads.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace vicinal::random_models {

struct PnmlPlace {
  std::string id;
  std::string name;    // in what it is converted to
  int dimensions = 0;  // classes in its sort, dots not counted
};

struct PnmlModel {
  std::string text;
  std::vector<PnmlPlace> places;
  std::set<std::string> ingredients;  // what it is made of
};

// The same seed gives the same file. All its terms have their sorts; some
// differences are below zero, and some places grow without a bound.
PnmlModel pnml_model(std::uint64_t seed);

// Ingredients that some hundred files have several times each.
const std::vector<std::string>& pnml_ingredients();

}  // namespace vicinal::random_models
