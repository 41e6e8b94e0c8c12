// SPDX-License-Identifier: MIT
// A text as its tokens and comments, in their order, and the line breaks
// between them: all of it but blanks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "network/base/source.hpp"
#include "network/language/lexer.hpp"

namespace vicinal::network::layout {

enum class PieceKind : std::uint8_t { token, line_comment, block_comment };

struct Piece {
  PieceKind kind = PieceKind::token;
  TokenKind token = TokenKind::end;  // of a token
  std::string_view text;             // without blanks at the end of a comment
  // Line breaks between it and the piece before: 0, 1, or 2 for more.
  std::uint8_t breaks = 0;

  bool is(TokenKind k) const { return kind == PieceKind::token && token == k; }
  bool is_word(std::string_view word) const {
    return is(TokenKind::word) && text == word;
  }
  bool is_comment() const { return kind != PieceKind::token; }
};

// Brackets and braces.
bool opens(const Piece& p);
bool closes(const Piece& p);

// The pieces of a text that parses without errors; views into the source.
// O(length).
std::vector<Piece> pieces_of(const Source& source);

}  // namespace vicinal::network::layout
