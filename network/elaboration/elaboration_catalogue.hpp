// SPDX-License-Identifier: MIT
// V05xx: sizes, connections, initial conditions.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::network::inline elaboration {

std::span<const Entry> elaboration_catalogue();

}  // namespace vicinal::network::inline elaboration
