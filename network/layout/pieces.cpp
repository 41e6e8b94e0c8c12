// SPDX-License-Identifier: MIT
// Tokens are the lexer's. What lies between two of them is blanks and comments,
// which are found here, since the lexer drops them.
#include "network/layout/pieces.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"

namespace vicinal::network::layout {
namespace {

std::string_view without_blanks_behind(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\f");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

class Gaps {
 public:
  explicit Gaps(std::vector<Piece>& out) : out_(out) {}

  // Comments of a gap, and how many line breaks have been met behind them.
  void read(std::string_view gap) {
    while (!gap.empty()) {
      if (gap.starts_with("//")) {
        const std::string_view line = gap.substr(0, gap.find('\n'));
        put({PieceKind::line_comment, TokenKind::end,
             without_blanks_behind(line), 0});
        gap.remove_prefix(line.size());
      } else if (gap.starts_with("/*")) {
        const std::string_view whole = gap.substr(0, gap.find("*/", 2) + 2);
        put({PieceKind::block_comment, TokenKind::end, whole, 0});
        gap.remove_prefix(whole.size());
      } else {
        breaks_ += gap.front() == '\n' ? 1 : 0;
        gap.remove_prefix(1);
      }
    }
  }

  void put(Piece piece) {
    piece.breaks = static_cast<std::uint8_t>(std::min<std::size_t>(breaks_, 2));
    breaks_ = 0;
    out_.push_back(piece);
  }

 private:
  std::vector<Piece>& out_;
  std::size_t breaks_ = 0;
};

}  // namespace

bool opens(const Piece& p) {
  return p.is(TokenKind::left_paren) || p.is(TokenKind::left_bracket) ||
         p.is(TokenKind::left_brace);
}

bool closes(const Piece& p) {
  return p.is(TokenKind::right_paren) || p.is(TokenKind::right_bracket) ||
         p.is(TokenKind::right_brace);
}

std::vector<Piece> pieces_of(const Source& source) {
  const std::string_view text = source.text();
  Diagnostics ignored(&source);
  Lexer lexer(source, ignored);
  std::vector<Piece> out;
  Gaps gaps(out);
  std::size_t behind =
      text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  for (;;) {
    poll();
    const Token token = lexer.next();
    const bool end = token.kind == TokenKind::end;
    const std::size_t begin = end ? text.size() : token.span.begin;
    gaps.read(text.substr(behind, begin - behind));
    if (end) return out;
    gaps.put({PieceKind::token, token.kind, source.text(token.span), 0});
    behind = token.span.end;
  }
}

}  // namespace vicinal::network::layout
