// SPDX-License-Identifier: MIT
// Offsets are bytes; lines are found by binary search, columns count code
// points and are computed when they are asked for. Offsets beyond the end mean
// the end.
#include "network/base/source.hpp"

#include <algorithm>

namespace vicinal::network::inline base {

Source::Source(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {}

const std::vector<std::uint32_t>& Source::line_begins() const {
  std::call_once(lines_found_, [this] {
    line_begins_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') {
        line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
      }
    }
  });
  return line_begins_;
}

std::string_view Source::text(Span span) const {
  return text().substr(span.begin, span.end - span.begin);
}

Position Source::position(std::uint32_t offset) const {
  offset =
      std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text_.size()));
  const auto& begins = line_begins();
  const auto after = std::upper_bound(begins.begin(), begins.end(), offset);
  Position result;
  result.line = static_cast<std::uint32_t>(after - begins.begin());
  for (std::uint32_t i = *(after - 1); i < offset; ++i) {
    // Bytes 10xxxxxx continue a code point.
    result.column += (static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80;
  }
  return result;
}

std::string_view Source::line(std::uint32_t number) const {
  const auto& begins = line_begins();
  if (number == 0 || number > begins.size()) {
    return {};
  }
  const std::uint32_t begin = begins[number - 1];
  std::string_view rest = text().substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') {
    rest.remove_suffix(1);
  }
  return rest;
}

}  // namespace vicinal::network::inline base
