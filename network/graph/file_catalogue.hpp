// SPDX-License-Identifier: MIT
// V06xx: networks from files.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::network::inline graph {

std::span<const Entry> file_catalogue();

}  // namespace vicinal::network::inline graph
