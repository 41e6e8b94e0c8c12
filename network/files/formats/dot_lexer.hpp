// SPDX-License-Identifier: MIT
// Tokens of the DOT language, as Graphviz documents it: words, numbers, quoted
// strings ('\"' is a quote, a backslash at the end of a line joins it to the
// next, other backslashes stay), strings joined by '+', HTML-like strings in
// balanced brackets. Not for use outside of network/files/.
#pragma once

#include <string>
#include <string_view>

#include "network/base/diagnostic.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::network::inline files {

enum class DotToken : std::uint8_t {
  id,    // a word, a number, a string
  html,  // <...>, with its brackets
  keyword,
  sign,  // { } [ ] ; , = : and -> or --
  end,
};

class DotLexer {
 public:
  DotLexer(std::string_view text, Diagnostics& diagnostics)
      : text_(text), d_(diagnostics) {
    if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }

  // Reads the next token; false after an error, which was reported.
  bool advance();

  DotToken token() const { return token_; }
  // What an id means; a keyword in small letters; a sign.
  const std::string& text() const { return value_; }
  Span span() const { return span_; }

  bool sign(std::string_view sign) const {
    return token_ == DotToken::sign && value_ == sign;
  }
  bool keyword(std::string_view word) const {
    return token_ == DotToken::keyword && value_ == word;
  }

 private:
  bool skip();
  void word();
  bool string();
  bool html();
  bool joined();
  bool wrong(std::size_t begin, const char* message);
  void end_token(std::size_t begin, DotToken token);

  std::string_view text_;
  Diagnostics& d_;
  std::size_t at_ = 0;
  DotToken token_ = DotToken::end;
  std::string value_;
  Span span_;
};

}  // namespace vicinal::network::inline files
