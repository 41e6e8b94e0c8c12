// SPDX-License-Identifier: MIT
// Which combinations of constructs a model has that engines treat as cases of
// their own, and that were once missing from random models: a relation between
// nodes in a property over a read-only edge, a priority that may fail, a target
// whose index is counted. Read from the checked Model and its Instance.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::selfcheck {

// Counts the ingredients that the model has, each once, by name. Without an
// instance (graphs of any shape) those are left out that speak of its network
// or of its states.
void count_ingredients(const network::Model& model,
                       const network::Instance* instance,
                       std::map<std::string, int>& out);

// All names.
std::vector<std::string> all_ingredients();

}  // namespace vicinal::selfcheck
