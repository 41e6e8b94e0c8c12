// SPDX-License-Identifier: MIT
// V07xx: what the local engines do not take.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::fixpoint::inline views {

std::span<const network::Entry> engine_catalogue();

}  // namespace vicinal::fixpoint::inline views
