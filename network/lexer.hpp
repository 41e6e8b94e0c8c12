// SPDX-License-Identifier: MIT
// Text to tokens.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "network/diagnostic.hpp"
#include "network/source.hpp"

namespace vicinal::network {

enum class TokenKind : std::uint8_t { word, integer, string, symbol, end };

// `text` is the token as written, without the quotes of a string.
struct Token {
  TokenKind kind = TokenKind::end;
  Span span;
  std::string_view text;
  std::int64_t value = 0;  // integer
};

// All tokens, the last one of kind `end`. Comments and blanks are dropped.
// What is no token is reported (V0101: a character, V0102: an open comment,
// V0103: an open string, V0104: a number that is too large, V0105: text that
// is not UTF-8) and skipped. O(length).
std::vector<Token> tokenize(const Source& source, Diagnostics& diagnostics);

}  // namespace vicinal::network
