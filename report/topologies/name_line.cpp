// SPDX-License-Identifier: MIT
// There has to be room for "and 7 more" behind each name but the last.
#include "report/topologies/name_line.hpp"

#include <fmt/format.h>

namespace vicinal::report::inline topologies {

namespace {

constexpr std::size_t text_width = 79;
constexpr std::size_t shown_digits = 40;

}  // namespace

std::string name_line(const std::string& head, std::size_t count,
                      const std::function<std::string(std::size_t)>& name,
                      bool all) {
  std::string text;
  std::string line = head;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string next = name(i);
    const std::size_t left = count - i - 1;
    const std::string comma = left > 0 ? ", " : "";
    const std::string rest = fmt::format("and {} more", count - i);
    const std::size_t room = left > 0 ? rest.size() + 2 : 0;
    if (i > 0 && line.size() + next.size() + (all ? 1 : room) > text_width) {
      if (!all) {
        line += rest;
        break;
      }
      line.pop_back();  // the blank behind the comma
      text += line + "\n";
      line = std::string(head.size(), ' ');
    }
    line += next + comma;
  }
  return text + line + "\n";
}

std::string number_text(const std::string& digits) {
  if (digits.size() <= shown_digits) return digits;
  return fmt::format("about {}.{} * 10^{}", digits[0], digits.substr(1, 2),
                     digits.size() - 1);
}

}  // namespace vicinal::report::inline topologies
