// SPDX-License-Identifier: MIT
// Text to tokens of Cubicle.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::cubicle {

enum class TokenKind : std::uint8_t {
  end,
  lower,    // a word that begins with a small letter
  upper,    // one that begins with a capital
  process,  // #1
  integer,
  real,
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
  question,
  bar,
  underscore,
  assign,  // :=
  equal,
  not_equal,  // <>
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  star,
  and_and,
  or_or,
  implies,  // =>
  iff,      // <=>
};

std::string_view spelling(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::end;
  network::Span span;
};

// Characters that start nothing are reported (V1101) and skipped; comments
// nest, and one without an end is V1102. O(length) in all.
class Lexer {
 public:
  Lexer(const network::Source& source, network::Diagnostics& diagnostics)
      : text_(source.text()), diagnostics_(diagnostics) {
    if (text_.starts_with(network::byte_order_mark)) {
      place_ = network::byte_order_mark.size();
    }
  }

  Token next();

  // The comments before the last token, since they were asked for last.
  std::vector<network::Span> comments() { return std::exchange(comments_, {}); }

 private:
  char at(std::size_t place) const {
    return place < text_.size() ? text_[place] : '\0';
  }
  bool skip_blanks();
  void skip_comment();
  Token make(TokenKind kind, std::size_t length);
  Token word();
  Token number();
  bool punctuation(Token& token);

  std::string_view text_;
  network::Diagnostics& diagnostics_;
  std::size_t place_ = 0;
  std::vector<network::Span> comments_;
};

}  // namespace vicinal::cubicle
