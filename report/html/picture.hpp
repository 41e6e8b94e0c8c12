// SPDX-License-Identifier: MIT
// A drawing as SVG, for a page: nodes carry their number in `data-n`, edges in
// `data-e`, so that a script finds them.
#pragma once

#include <string>

#include "report/html/page.hpp"

namespace vicinal::report::inline html {

// `number`: of the drawing, in `data-drawing`.
std::string picture(const Drawing& drawing, std::size_t number);

// Which color a class has, 0 to 7.
inline constexpr std::uint32_t class_colors = 8;

}  // namespace vicinal::report::inline html
