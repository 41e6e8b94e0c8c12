// SPDX-License-Identifier: MIT
// V07xx and V08xx: what engines do not take, and their warnings.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::fixpoint::inline views {

std::span<const network::Entry> engine_catalogue();

}  // namespace vicinal::fixpoint::inline views
