// SPDX-License-Identifier: MIT
// What tests of models in other languages share.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "decide/question/opened.hpp"

namespace vicinal::test {

// What is said of a model: `V1209 ...`, a line each.
std::string messages(const decide::Opened& opened);
std::set<int> codes(const decide::Opened& opened);

// How many of the random files had which ingredient.
using Ingredients = std::map<std::string, int>;

// Each of the wanted ones was there at least so often.
void check_met(const Ingredients& met, const std::vector<std::string>& wanted,
               int least);

}  // namespace vicinal::test
