// SPDX-License-Identifier: MIT
// A text of ours has no control characters and is in UTF-8.
#include "network/imports/tree/remarks.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::imports {
namespace {

constexpr std::string_view blank = " \t\r\f\v";
// What frames a comment, or draws a line.
constexpr std::string_view frame = " \t\r\f\v\n(*)/-=";

std::string as_text(std::string_view line) {
  std::string out(line);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  if (!network::not_utf8(out)) return out;
  for (char& c : out) {
    if (static_cast<unsigned char>(c) >= 0x80) c = '?';
  }
  return out;
}

}  // namespace

std::vector<std::string> comment_lines(std::string_view comment) {
  std::vector<std::string> out;
  if (comment.find_first_not_of(frame) == comment.npos) return out;
  constexpr std::string_view signs = "(*)/";
  comment.remove_prefix(
      std::min(comment.find_first_not_of(signs), comment.size()));
  comment = comment.substr(0, comment.find_last_not_of(signs) + 1);
  while (!comment.empty()) {
    network::poll();
    std::string_view line = comment.substr(0, comment.find('\n'));
    comment.remove_prefix(std::min(line.size() + 1, comment.size()));
    const std::size_t begin = line.find_first_not_of(blank);
    line = begin == line.npos ? std::string_view() : line.substr(begin);
    line = line.substr(0, line.find_last_not_of(blank) + 1);
    if (!line.empty() || !out.empty()) out.push_back(as_text(line));
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

}  // namespace vicinal::imports
