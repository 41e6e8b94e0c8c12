// SPDX-License-Identifier: MIT
// V12xx: what is wrong with a PNML file, and what is not taken.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::pnml {

std::span<const network::Entry> pnml_catalogue();

}  // namespace vicinal::pnml
