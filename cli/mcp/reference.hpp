// SPDX-License-Identifier: MIT
// Documents that the program carries within itself.
#pragma once

#include <string_view>

namespace vicinal::cli::mcp {

// docs/language.md, whole, as it was when the program was built
// (cmake/Reference.cmake writes the source).
std::string_view language_reference();

}  // namespace vicinal::cli::mcp
