// SPDX-License-Identifier: MIT
// What the whole language has beside the network, in a checked model: integers,
// shared variables that are written, rules.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::selfcheck {

// Counts the ingredients that the model has, each once, by name.
void count_system_ingredients(const network::Model& model,
                              std::map<std::string, int>& out);

// All names.
const std::vector<std::string>& all_system_ingredients();

}  // namespace vicinal::selfcheck
