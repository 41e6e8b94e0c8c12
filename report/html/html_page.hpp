// SPDX-License-Identifier: MIT
// A page as one file in HTML, which is XML at the same time.
//
// It asks for nothing from anywhere; all text is in it, and its script, in
// plain JavaScript, only adds stepping through runs. The same page gives the
// same bytes. Time and size are linear in what is shown, but for layout.
#pragma once

#include <string>

#include "report/html/page.hpp"

namespace vicinal::report::inline html {

std::string html_page(const Page& page);

// Text beyond so many bytes is cut, and says so.
inline constexpr std::size_t longest_text = 400'000;

}  // namespace vicinal::report::inline html
