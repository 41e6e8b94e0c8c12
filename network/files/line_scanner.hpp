// SPDX-License-Identifier: MIT
// Lines of words, for formats that are made of them.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "network/base/source.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::network::inline files {

struct Word {
  std::string_view text;
  Span span;

  bool empty() const { return text.empty(); }
};

// The number that a word is, if it is made of digits.
inline std::optional<std::uint64_t> whole_number(std::string_view word) {
  std::uint64_t value = 0;
  const char* last = word.data() + word.size();
  const auto parsed = std::from_chars(word.data(), last, value);
  if (word.empty() || parsed.ec != std::errc{} || parsed.ptr != last) {
    return std::nullopt;
  }
  return value;
}

class LineScanner {
 public:
  // `whole`: the text is that of a file from its beginning on.
  explicit LineScanner(std::string_view text, bool whole = true) : text_(text) {
    if (whole && text.starts_with(byte_order_mark)) {
      next_ = byte_order_mark.size();
    }
  }

  // The next line, without its end; false if there is none. A line ends with
  // LF, CR or both, in either order.
  bool next_line() {
    at_ = next_;
    if (at_ >= text_.size()) return false;
    // The next LF is looked for once, however many CRs stand before it.
    if (feed_ < at_ || feed_ == std::string_view::npos) {
      feed_ = std::min(text_.find('\n', at_), text_.size());
    }
    const std::size_t turn = text_.substr(at_, feed_ - at_).find('\r');
    end_ = turn == std::string_view::npos ? feed_ : at_ + turn;
    next_ = end_ + 1;
    if (next_ < text_.size() && is_end(text_[next_]) &&
        text_[next_] != text_[end_]) {
      ++next_;
    }
    return true;
  }

  // The next word of the line; an empty one at its end.
  Word word() {
    while (at_ < end_ && blank(text_[at_])) ++at_;
    const std::size_t begin = at_;
    while (at_ < end_ && !blank(text_[at_])) ++at_;
    return here(begin);
  }

  // The next word, or what stands in double quotes, without these. In quotes
  // there is no escape; `closed` is false if the second is missing.
  Word quoted_word(bool& closed) {
    closed = true;
    while (at_ < end_ && blank(text_[at_])) ++at_;
    if (at_ >= end_ || text_[at_] != '"') return word();
    const std::size_t begin = ++at_;
    while (at_ < end_ && text_[at_] != '"') ++at_;
    const Word found = here(begin);
    closed = at_ < end_;
    if (closed) ++at_;
    return found;
  }

  // What is left of the line.
  Span rest() const {
    return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end_)};
  }

 private:
  static bool is_end(char c) { return c == '\n' || c == '\r'; }
  static bool blank(char c) { return c == ' ' || c == '\t'; }

  Word here(std::size_t begin) const {
    return {
        text_.substr(begin, at_ - begin),
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}};
  }

  std::string_view text_;
  std::size_t at_ = 0, end_ = 0, next_ = 0;
  std::size_t feed_ = std::string_view::npos;
};

}  // namespace vicinal::network::inline files
