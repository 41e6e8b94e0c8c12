// SPDX-License-Identifier: MIT
// Where lines begin is found once; within a line characters are counted anew
// each time: lines are short.
#include "cli/lsp/positions.hpp"

#include <algorithm>
#include <limits>

#include "network/base/utf8.hpp"

namespace vicinal::cli::inline lsp {

namespace {

// The next character: how many bytes it has, and how many units.
struct Step {
  std::size_t bytes = 1;
  std::uint32_t units = 1;
};

Step step(std::string_view rest) {
  const network::Character c = network::first_character(rest);
  if (c.length == 0) return {};
  return {c.length, c.number > 0xFFFF ? 2U : 1U};
}

}  // namespace

Positions::Positions(std::string_view text) : text_(text), begins_{0} {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool crlf =
        text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf)) {
      begins_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
}

// Without its end.
std::string_view Positions::line(std::uint32_t number) const {
  const std::size_t begin = begins_[number];
  const std::size_t end =
      number + 1 < begins_.size() ? begins_[number + 1] : text_.size();
  std::string_view text = text_.substr(begin, end - begin);
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (number + 1 < begins_.size() && text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  return text;
}

std::uint32_t Positions::units(Span span) const {
  const std::size_t end = std::min<std::size_t>(span.end, text_.size());
  std::uint32_t count = 0;
  for (std::size_t i = span.begin; i < end;) {
    const Step next = step(text_.substr(i));
    i += next.bytes;
    // Where a character is cut, nobody is before it.
    if (i <= end) count += next.units;
  }
  return count;
}

Character Positions::at(std::uint32_t offset) const {
  const auto end = static_cast<std::uint32_t>(text_.size());
  const std::uint32_t place = std::min(offset, end);
  const auto above = std::upper_bound(begins_.begin(), begins_.end(), place);
  const auto number = static_cast<std::uint32_t>(above - begins_.begin() - 1);
  return {number, units({begins_[number], place})};
}

std::uint32_t Positions::offset(Character place) const {
  if (place.line >= begins_.size()) {
    return static_cast<std::uint32_t>(text_.size());
  }
  const std::string_view text = line(place.line);
  std::size_t i = 0;
  for (std::uint32_t units = 0; i < text.size();) {
    const Step next = step(text.substr(i));
    units += next.units;
    if (units > place.character) break;
    i += next.bytes;
  }
  return begins_[place.line] + static_cast<std::uint32_t>(i);
}

Json Positions::place(std::uint32_t offset) const {
  const Character c = at(offset);
  Json json;
  json["line"] = c.line;
  json["character"] = c.character;
  return json;
}

Json Positions::range(Span span) const {
  Json json;
  json["start"] = place(span.begin);
  json["end"] = place(std::max(span.begin, span.end));
  return json;
}

Character character_of(const Json& position) {
  const auto number = [&](const char* name) {
    // A negative or a huge one is none that a text has; as a double there is
    // each number.
    const auto value = position.at(name).get<double>();
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::uint32_t>(std::clamp(value, 0.0, most));
  };
  return {number("line"), number("character")};
}

}  // namespace vicinal::cli::inline lsp
