// SPDX-License-Identifier: MIT
// V11xx: what is wrong with a Cubicle file, and what is not taken.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::cubicle {

std::span<const network::Entry> cubicle_catalogue();

}  // namespace vicinal::cubicle
