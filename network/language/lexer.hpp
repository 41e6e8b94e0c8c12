// SPDX-License-Identifier: MIT
// Text to tokens. Internal to the parser, but simple enough to test alone.
//
// Words are words: which of them mean something is the parser's business,
// since most are reserved only where they are needed.
#pragma once

#include <cstdint>
#include <string_view>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"

namespace vicinal::network::inline language {

enum class TokenKind : std::uint8_t {
  end,      // of the text; for ever after
  word,     // letters, digits, _; not starting with a digit
  integer,  // digits; the value may be too large
  string,   // "..." on one line, without escapes; the span has the quotes
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  comma,
  semicolon,
  colon,
  dot,
  dot_dot,
  assign,  // :=
  equals,  // =
  equal_equal,
  bang_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  star,
  slash,
  percent,
  bang,
  and_and,
  or_or,
  implies,  // =>
  iff,      // <=>
  arrow,    // ->
};

// As it is written; for word, integer, string and end, what it is.
std::string_view spelling(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::end;
  bool line_start = false;   // the first one on its line
  bool after_error = false;  // something wrong was skipped just before it
  Span span;
};

// Reads tokens from left to right. What is no token gets a diagnostic (V0101
// to V0109) and is skipped, or taken for what was meant: a lone '&' is '&&'.
// Malformed UTF-8 and NUL are reported once each, wherever they stand. A byte
// order mark at the start is skipped. Once `diagnostics` overflows, only `end`
// follows. O(length) in all.
class Lexer {
 public:
  Lexer(const Source& source, Diagnostics& diagnostics);

  Token next();

 private:
  char at(std::size_t offset) const;
  bool starts_with(std::string_view prefix) const;
  void check_bytes();
  void skip_blanks();
  void skip_comment();
  Token make(TokenKind kind, std::size_t length);
  Token number();
  Token string();
  bool punctuation(Token& token);
  bool stand_in(Token& token);
  void skip_unexpected();
  void error(Code code, std::size_t begin, std::size_t end,
             std::string_view message);

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t place_ = 0;
  bool line_start_ = true;
  bool after_error_ = false;
};

}  // namespace vicinal::network::inline language
