// SPDX-License-Identifier: MIT
// Random files of Cubicle, as text: everything that the front end reads.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vicinal::random_models {

struct CubicleModel {
  std::string text;
  // The same with a pair of parentheses around every part of a formula, so
  // that nothing depends on which operator is the stronger one.
  std::string enclosed;
  int least = 1;         // processes, as its cubes need
  int most = 3;          // as number_procs says, or 3
  bool outside = false;  // a variable is none of the processes
  std::map<std::string, std::string> sets;  // what constants are set to
  std::set<std::string> ingredients;        // what it is made of
};

// The same seed gives the same file, which is well-typed and takes nothing
// that is refused. Integers start written out and stay small.
CubicleModel cubicle_model(std::uint64_t seed);

// Ingredients that some hundred files have several times each.
const std::vector<std::string>& cubicle_ingredients();

}  // namespace vicinal::random_models
