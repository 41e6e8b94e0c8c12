// SPDX-License-Identifier: MIT
// Offsets are bytes; lines are found by binary search, columns count code
// points and are computed when they are asked for. Offsets beyond the end mean
// the end.
#include "network/base/source.hpp"

#include <algorithm>

#include "network/base/utf8.hpp"

namespace vicinal::network::inline base {

Origin::Origin(const Source& original, std::vector<Part> parts,
               const Source* second)
    : original_(&original), second_(second), parts_(std::move(parts)) {
  // A part comes before those that lie within it.
  std::ranges::reverse(parts_);
  std::ranges::stable_sort(parts_, [](const Part& a, const Part& b) {
    return a.here.begin != b.here.begin ? a.here.begin < b.here.begin
                                        : a.here.end > b.here.end;
  });
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::size_t outer = i == 0 ? 0 : i - 1;
    while (parts_[outer].here.end < parts_[i].here.end &&
           around_[outer] != outer) {
      outer = around_[outer];
    }
    const bool within = parts_[outer].here.end >= parts_[i].here.end;
    around_.push_back(within ? outer : i);
  }
}

std::uint32_t Origin::behind(const Source& original) {
  // An empty span at the end of the first one is none of the second.
  return static_cast<std::uint32_t>(original.text().size()) + 1;
}

Place Origin::place(Span there) const {
  const std::uint32_t begin = behind(*original_);
  if (second_ == nullptr || there.begin < begin) return {original_, there};
  return {second_, {there.begin - begin, there.end - begin}};
}

const Origin::Part* Origin::around(Span span) const {
  const auto after = std::ranges::upper_bound(
      parts_, span.begin, {}, [](const Part& p) { return p.here.begin; });
  if (after == parts_.begin()) return nullptr;
  auto i = static_cast<std::size_t>(after - parts_.begin()) - 1;
  while (parts_[i].here.end < span.end) {
    if (around_[i] == i) return nullptr;
    i = around_[i];
  }
  return &parts_[i];
}

Source::Source(std::string name, std::string text,
               std::shared_ptr<const Origin> origin, std::uint32_t first_line)
    : name_(std::move(name)),
      text_(std::move(text)),
      origin_(std::move(origin)),
      first_line_(first_line) {}

Place Source::place(Span span) const {
  const Origin::Part* part = origin_ ? origin_->around(span) : nullptr;
  if (part == nullptr) return {this, span};
  return origin_->place(part->there);
}

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
  result.line =
      static_cast<std::uint32_t>(after - begins.begin()) + first_line_ - 1;
  for (std::uint32_t i = *(after - 1); i < offset; ++i) {
    result.column += continues_character(text_[i]) ? 0 : 1;
  }
  return result;
}

std::string_view Source::line(std::uint32_t number) const {
  const auto& begins = line_begins();
  if (number < first_line_ || number - first_line_ >= begins.size()) {
    return {};
  }
  const std::uint32_t begin = begins[number - first_line_];
  std::string_view rest = text().substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') {
    rest.remove_suffix(1);
  }
  return rest;
}

}  // namespace vicinal::network::inline base
