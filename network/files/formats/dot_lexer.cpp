// SPDX-License-Identifier: MIT
// A line that begins with '#' is a line of a preprocessor, and left out.
#include "network/files/formats/dot_lexer.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/files/codes.hpp"

namespace vicinal::network::inline files {

namespace {

constexpr auto nowhere = std::string_view::npos;

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_keyword(std::string_view word) {
  constexpr std::string_view keywords[] = {"node",    "edge",     "graph",
                                           "digraph", "subgraph", "strict"};
  return std::find(std::begin(keywords), std::end(keywords), word) !=
         std::end(keywords);
}

}  // namespace

bool DotLexer::wrong(std::size_t begin, const char* message) {
  const auto at = static_cast<std::uint32_t>(begin);
  const auto end = static_cast<std::uint32_t>(text_.size());
  d_.error(codes::wrong_sign_or_word, {at, std::min(at + 1, end)}, message);
  return false;
}

void DotLexer::end_token(std::size_t begin, DotToken token) {
  token_ = token;
  span_ = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
}

// Blanks and comments.
bool DotLexer::skip() {
  while (at_ < text_.size()) {
    poll();
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    const bool line_begins = at_ == 0 || text_[at_ - 1] == '\n';
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at_;
    } else if (rest.starts_with("//") || (c == '#' && line_begins)) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == nowhere) return wrong(at_, "this comment has no end");
      at_ = end + 2;
    } else {
      break;
    }
  }
  return true;
}

bool DotLexer::advance() {
  value_.clear();
  if (!skip()) return false;
  const std::size_t begin = at_;
  if (at_ == text_.size()) {
    end_token(begin, DotToken::end);
    return true;
  }
  const char c = text_[at_];
  const std::string_view rest = text_.substr(at_);
  if (c == '"') return joined();
  if (c == '<') return html();
  if (rest.starts_with("->") || rest.starts_with("--")) {
    value_ = rest.substr(0, 2);
    at_ += 2;
    end_token(begin, DotToken::sign);
    return true;
  }
  if (letter(c) || digit(c) || c == '-' || c == '.') {
    word();
    if (at_ > begin) return true;
  }
  if (std::string_view("{}[];,=:").find(c) == nowhere) {
    return wrong(at_, "this character has no meaning in DOT");
  }
  value_ = c;
  ++at_;
  end_token(begin, DotToken::sign);
  return true;
}

// A word, or a number: -?(.d+ | d+(.d*)?). Nothing if it is neither.
void DotLexer::word() {
  const std::size_t begin = at_;
  if (letter(text_[at_])) {
    while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_]))) {
      ++at_;
    }
    value_ = text_.substr(begin, at_ - begin);
    const std::string word = small_letters(value_);
    if (is_keyword(word)) value_ = word;
    return end_token(begin,
                     is_keyword(word) ? DotToken::keyword : DotToken::id);
  }
  const auto digits = [&] {
    const std::size_t first = at_;
    while (at_ < text_.size() && digit(text_[at_])) ++at_;
    return at_ - first;
  };
  if (text_[at_] == '-') ++at_;
  std::size_t count = digits();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    count += digits();
  }
  if (count == 0) {
    at_ = begin;
    return;
  }
  value_ = text_.substr(begin, at_ - begin);
  end_token(begin, DotToken::id);
}

// One quoted string, added to the value.
bool DotLexer::string() {
  const std::size_t begin = at_++;
  while (at_ < text_.size() && text_[at_] != '"') {
    poll();
    if (text_[at_] != '\\' || at_ + 1 == text_.size()) {
      value_ += text_[at_++];
      continue;
    }
    const char next = text_[at_ + 1];
    const bool line_end =
        next == '\n' || text_.substr(at_ + 1).starts_with("\r\n");
    if (line_end) {
      at_ += next == '\n' ? 2 : 3;
    } else {
      if (next != '"') value_ += '\\';
      if (next == '\\' || next == '"') {
        value_ += next;
        ++at_;
      }
      ++at_;
    }
  }
  if (at_ == text_.size()) return wrong(begin, "this string has no end");
  ++at_;
  return true;
}

bool DotLexer::joined() {
  const std::size_t begin = at_;
  if (!string()) return false;
  for (;;) {
    const std::size_t end = at_;
    if (!skip()) return false;
    if (at_ == text_.size() || text_[at_] != '+') {
      at_ = end;
      break;
    }
    ++at_;
    if (!skip()) return false;
    if (at_ == text_.size() || text_[at_] != '"') {
      return wrong(std::min(at_, text_.size()), "expected a quoted string");
    }
    if (!string()) return false;
  }
  end_token(begin, DotToken::id);
  return true;
}

bool DotLexer::html() {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  do {
    if (at_ == text_.size()) return wrong(begin, "this '<' is never closed");
    poll();
    if (text_[at_] == '<') ++depth;
    if (text_[at_] == '>') --depth;
    ++at_;
  } while (depth > 0);
  value_ = text_.substr(begin, at_ - begin);
  end_token(begin, DotToken::html);
  return true;
}

}  // namespace vicinal::network::inline files
