// SPDX-License-Identifier: MIT
// Temporal properties over given claims about states.
#pragma once

#include <string>
#include <vector>

#include "terms.hpp"

namespace vicinal::random_models {

// One or two declarations, named t0 and t1.
std::string temporal_properties(Dice& dice,
                                const std::vector<std::string>& claims);

}  // namespace vicinal::random_models
