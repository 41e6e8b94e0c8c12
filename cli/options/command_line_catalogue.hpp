// SPDX-License-Identifier: MIT
// V09xx: the command line.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::cli::inline options {

// Their examples are command lines.
std::span<const network::Entry> command_line_catalogue();

}  // namespace vicinal::cli::inline options
