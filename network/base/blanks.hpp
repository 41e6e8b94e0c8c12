// SPDX-License-Identifier: MIT
// Text without the blanks around it.
#pragma once

#include <string_view>

namespace vicinal::network::inline base {

// Without blanks, tabs and ends of lines at both ends.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace vicinal::network::inline base
