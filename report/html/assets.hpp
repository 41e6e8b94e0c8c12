// SPDX-License-Identifier: MIT
// The style and the script of a page, which are the same for all.
#pragma once

#include <string_view>

namespace vicinal::report::inline html {

std::string_view style_sheet();
std::string_view script();

}  // namespace vicinal::report::inline html
