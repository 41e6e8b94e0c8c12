// SPDX-License-Identifier: MIT
// V06xx: networks from files.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::network::inline files {

std::span<const Entry> file_catalogue();

}  // namespace vicinal::network::inline files
