// SPDX-License-Identifier: MIT
// V0706, V0707: what cannot be exported.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::exported {

std::span<const network::Entry> export_catalogue();

}  // namespace vicinal::exported
