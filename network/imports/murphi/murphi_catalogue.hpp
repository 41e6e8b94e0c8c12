// SPDX-License-Identifier: MIT
// V13xx: what is wrong with a Murphi file, and what is not taken.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::murphi {

std::span<const network::Entry> murphi_catalogue();

}  // namespace vicinal::murphi
