// SPDX-License-Identifier: MIT
// The version of nauty that Vicinal was built with.
#pragma once

#include <string>

namespace vicinal::cli::inline options {

std::string nauty_version();

}  // namespace vicinal::cli::inline options
