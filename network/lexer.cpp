// SPDX-License-Identifier: MIT
// One pass over the bytes. Everything outside of comments and strings is
// ASCII; what is not is reported once per run of such bytes.
#include "network/lexer.hpp"

#include <fmt/format.h>

#include <string>

namespace vicinal::network {

namespace {

// Longest first.
constexpr std::string_view symbols[] = {
    "<=>", ":=", "=>", "==", "!=", "<=", ">=", "&&", "||", "->",
    "..",  "{",  "}",  "(",  ")",  "[",  "]",  ",",  ";",  ":",
    ".",   "=",  "<",  ">",  "+",  "-",  "*",  "/",  "%",  "!"};

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Length of the UTF-8 sequence at `at`, 0 if it is malformed.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80    ? 1
                             : first < 0xC2  ? 0
                             : first < 0xE0  ? 2
                             : first < 0xF0  ? 3
                             : first <= 0xF4 ? 4
                                             : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte(at + 1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
    return 0;
  }
  return length;
}

class Lexer {
 public:
  Lexer(const Source& source, Diagnostics& diagnostics)
      : text_(source.text()), d_(diagnostics) {}

  std::vector<Token> run() {
    check_encoding();
    while (at_ < text_.size()) next();
    add(TokenKind::end, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t i) const {
    return at_ + i < text_.size() ? text_[at_ + i] : '\0';
  }
  Span span(std::size_t begin) const {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
  }
  void add(TokenKind kind, std::size_t begin, std::int64_t value = 0) {
    tokens_.push_back(
        {kind, span(begin), text_.substr(begin, at_ - begin), value});
  }

  void check_encoding() {
    for (std::size_t i = 0; i < text_.size();) {
      const std::size_t length = utf8_length(text_, i);
      if (length == 0) {
        const auto at = static_cast<std::uint32_t>(i);
        d_.error(105, {at, at + 1}, "the file is not UTF-8 text here");
        return;
      }
      i += length;
    }
  }

  void next() {
    const char c = peek(0);
    const std::size_t begin = at_;
    if (blank(c)) {
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (c == '/' && peek(1) == '*') {
      comment();
    } else if (letter(c)) {
      while (letter(peek(0)) || digit(peek(0))) ++at_;
      add(TokenKind::word, begin);
    } else if (digit(c)) {
      number();
    } else if (c == '"') {
      string();
    } else {
      symbol();
    }
  }

  void comment() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      at_ = begin + 2;
      d_.error(102, span(begin), "this comment is not closed: '*/' is missing");
      at_ = text_.size();
      return;
    }
    at_ = end + 2;
  }

  void number() {
    const std::size_t begin = at_;
    std::int64_t value = 0;
    bool fits = true;
    while (digit(peek(0))) {
      fits = fits && !__builtin_mul_overflow(value, 10, &value) &&
             !__builtin_add_overflow(value, peek(0) - '0', &value);
      ++at_;
    }
    if (letter(peek(0))) {
      while (letter(peek(0)) || digit(peek(0))) ++at_;
      d_.error(101, span(begin), "a name cannot start with a digit");
      return;
    }
    if (!fits) {
      d_.error(104, span(begin), "this number does not fit into 64 bits");
      value = 0;
    }
    add(TokenKind::integer, begin, value);
  }

  void string() {
    const std::size_t begin = at_++;
    const std::size_t end = text_.find_first_of("\"\n", at_);
    if (end == std::string_view::npos || text_[end] == '\n') {
      d_.error(103, span(begin), "this string is not closed on its line");
      at_ = end == std::string_view::npos ? text_.size() : end;
      return;
    }
    at_ = end + 1;
    tokens_.push_back({TokenKind::string, span(begin),
                       text_.substr(begin + 1, end - begin - 1), 0});
  }

  void symbol() {
    const std::size_t begin = at_;
    for (const std::string_view s : symbols) {
      if (text_.substr(at_, s.size()) == s) {
        at_ += s.size();
        add(TokenKind::symbol, begin);
        return;
      }
    }
    unexpected(begin);
  }

  // A run of characters that start no token, reported once.
  void unexpected(std::size_t begin) {
    const auto plain = [&](char c) {
      return blank(c) || letter(c) || digit(c) || c == '"' ||
             std::string_view("{}()[],;:.=<>+-*/%!&|").find(c) !=
                 std::string_view::npos;
    };
    ++at_;
    if (text_[begin] != '&' && text_[begin] != '|') {
      while (at_ < text_.size() && !plain(text_[at_])) ++at_;
    }
    const std::string_view what = text_.substr(begin, at_ - begin);
    std::string hint;
    if (what == "&") hint = ": 'and' is written '&&'";
    if (what == "|") hint = ": 'or' is written '||'";
    if (what == "'") hint = ": strings stand in double quotes";
    d_.error(101, span(begin),
             fmt::format("this character has no meaning here{}", hint));
  }

  std::string_view text_;
  Diagnostics& d_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const Source& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

}  // namespace vicinal::network
