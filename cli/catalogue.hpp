// SPDX-License-Identifier: MIT
// All diagnostics, for `explain` and for the test that none is missing.
#pragma once

#include <vector>

#include "network/catalogue.hpp"

namespace vicinal::cli {

// V09xx. Their examples are command lines.
std::span<const network::Entry> command_line_catalogue();

// Every entry of every folder, by code.
std::vector<network::Entry> all_entries();

}  // namespace vicinal::cli
