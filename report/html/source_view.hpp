// SPDX-License-Identifier: MIT
// The text of a model in lines with numbers, and its marks.
#pragma once

#include <string>
#include <vector>

#include "report/html/page.hpp"

namespace vicinal::report::inline html {

// A mark over several lines is one for each of them; of marks that overlap, the
// first one is taken. What lies beyond the text is left out. O(text + marks *
// log marks).
std::string source_view(const std::string& source, std::vector<Mark> marks);

}  // namespace vicinal::report::inline html
