// SPDX-License-Identifier: MIT
// One pass finds the statement that a piece belongs to, and by its first word
// what a ':' or a '{' is there; a second one marks the arithmetic of bounds.
// Then a space depends on two neighbours alone.
#include "network/layout/spacing.hpp"

#include <algorithm>
#include <array>

namespace vicinal::network::layout {
namespace {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words,
           std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 3> temporal_heads{"ctl", "ctlstar",
                                                         "ltl"};

// Declarations in which the first ':' is followed by a type.
constexpr std::array<std::string_view, 9> typed_heads{
    "const", "def",     "edge",   "node", "param",
    "port",  "process", "shared", "var"};

// Words that an expression may follow: a sign behind them has one side, and a
// '(' is no call.
constexpr std::array<std::string_view, 17> introducing{
    "assert",   "atmost", "else", "exactly",   "fair", "for",
    "if",       "in",     "init", "meanwhile", "of",   "order",
    "priority", "then",   "to",   "via",       "when"};

constexpr std::array<std::string_view, 14> temporal_words{
    "A", "AF", "AG", "AX", "E", "EF", "EG", "EX", "F", "G", "R", "U", "W", "X"};

bool is_arithmetic(const Piece& p) {
  return p.is(TokenKind::plus) || p.is(TokenKind::minus) ||
         p.is(TokenKind::star) || p.is(TokenKind::slash) ||
         p.is(TokenKind::percent);
}

// Follows statements and blocks through the tokens.
class Reader {
 public:
  explicit Reader(const std::vector<Piece>& pieces)
      : pieces_(pieces), settings_(pieces.size()) {}

  std::vector<Setting> run() {
    for (std::size_t i = 0; i < pieces_.size(); ++i) read(i);
    return std::move(settings_);
  }

 private:
  struct Statement {
    std::string_view head;
    bool begun = false;
    bool assigned = false;  // behind a '='
    bool typed = false;     // behind the ':' of its type
  };

  void read(std::size_t i) {
    const Piece& p = pieces_[i];
    Setting& s = settings_[i];
    if (p.is_comment()) {
      s.head = now_.head;
      return;
    }
    if (!now_.begun && !closes(p)) {
      now_ = {p.is(TokenKind::word) ? p.text : "", true, false, false};
    }
    s.head = now_.head;
    s.temporal = among(temporal_heads, now_.head);
    if (p.is(TokenKind::equals)) now_.assigned = true;
    if (p.is(TokenKind::colon)) s.typed = is_typed();
    s.listed = p.is(TokenKind::comma) && lies_in("enum");
    if (p.is(TokenKind::left_brace)) {
      if (s.temporal) {
        ++formulas_;
      } else {
        s.opens_block = true;
        outer_.push_back(now_);
        now_ = {};
      }
    } else if (p.is(TokenKind::right_brace)) {
      leave(s);
    } else if (p.is(TokenKind::semicolon)) {
      now_ = {};
    }
  }

  bool lies_in(std::string_view head) const {
    return !outer_.empty() && outer_.back().head == head;
  }

  bool is_typed() {
    const bool field = lies_in("struct");
    const bool several = now_.head == "process";
    const bool typed = field || (among(typed_heads, now_.head) &&
                                 !now_.assigned && (several || !now_.typed));
    now_.typed |= typed;
    return typed;
  }

  // The end of a part of a formula, or of a block, which ends its statement.
  void leave(Setting& s) {
    if (formulas_ > 0) {
      --formulas_;
      return;
    }
    s.ends_block = true;
    if (outer_.empty()) return;
    s.head = outer_.back().head;
    outer_.pop_back();
    now_ = {};
  }

  const std::vector<Piece>& pieces_;
  std::vector<Setting> settings_;
  Statement now_;
  std::vector<Statement> outer_;
  std::size_t formulas_ = 0;
};

// The sides of a range's '..', as far as they are terms: `0..n-1`.
class Bounds {
 public:
  Bounds(const std::vector<Piece>& pieces, std::vector<Setting>& settings)
      : pieces_(pieces), settings_(settings) {}

  void mark() {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      if (!pieces_[i].is(TokenKind::dot_dot)) continue;
      side(i, +1);
      side(i, -1);
    }
  }

 private:
  // What stands directly in the bound, not within brackets of it.
  void side(std::size_t from, int step) {
    int depth = 0;
    bool operand = false;  // the last piece, outside of brackets
    for (std::size_t i = from + static_cast<std::size_t>(step);
         i < pieces_.size(); i += static_cast<std::size_t>(step)) {
      const Piece& p = pieces_[i];
      if (p.is(TokenKind::semicolon) || p.is(TokenKind::left_brace) ||
          p.is(TokenKind::right_brace)) {
        return;
      }
      const bool inwards = step > 0 ? opens(p) : closes(p);
      const bool outwards = step > 0 ? closes(p) : opens(p);
      if (inwards) ++depth;
      if (outwards && depth-- == 0) return;
      if (depth > 0 || inwards || outwards || p.is(TokenKind::dot)) {
        operand = outwards;
      } else if (is_arithmetic(p)) {
        settings_[i].bound = true;
        operand = false;
      } else if (p.is(TokenKind::integer) || p.is(TokenKind::word)) {
        if (operand && step > 0) return;
        if (among(introducing, p.text)) return;
        operand = true;
      } else {
        return;
      }
    }
  }

  const std::vector<Piece>& pieces_;
  std::vector<Setting>& settings_;
};

// Whether a value may end with it, so that a sign behind it has two sides.
bool ends_value(const Piece& p, const Setting& s) {
  if (p.is(TokenKind::word)) {
    return !among(introducing, p.text) &&
           !(s.temporal && among(temporal_words, p.text));
  }
  return p.is(TokenKind::integer) || p.is(TokenKind::string) || closes(p);
}

class Spaces {
 public:
  Spaces(const std::vector<Piece>& pieces, const std::vector<Setting>& settings)
      : pieces_(pieces), settings_(settings) {}

  std::vector<bool> run() {
    std::vector<bool> out(pieces_.size(), false);
    for (std::size_t i = 1; i < pieces_.size(); ++i) out[i] = before(i);
    return out;
  }

 private:
  // A sign with one side: that of `-x`, and any `!`.
  bool is_prefix(std::size_t i) const {
    if (pieces_[i].is(TokenKind::bang)) return true;
    if (!pieces_[i].is(TokenKind::minus)) return false;
    for (std::size_t k = i; k-- > 0;) {
      if (!pieces_[k].is_comment()) {
        return !ends_value(pieces_[k], settings_[k]);
      }
    }
    return true;
  }

  bool before(std::size_t i) const {
    const Piece& a = pieces_[i - 1];
    const Piece& b = pieces_[i];
    if (b.is(TokenKind::comma) || b.is(TokenKind::semicolon)) return false;
    if (a.is_comment() || b.is_comment()) return true;
    if (b.is(TokenKind::right_paren) || b.is(TokenKind::right_bracket)) {
      return false;
    }
    if (a.is(TokenKind::left_paren) || a.is(TokenKind::left_bracket)) {
      return false;
    }
    if (a.is(TokenKind::dot) || b.is(TokenKind::dot)) return false;
    return braces(i);
  }

  bool braces(std::size_t i) const {
    const Piece& a = pieces_[i - 1];
    const Piece& b = pieces_[i];
    if (a.is(TokenKind::left_brace)) {
      return settings_[i - 1].opens_block && !b.is(TokenKind::right_brace);
    }
    if (b.is(TokenKind::right_brace)) return settings_[i].ends_block;
    if (b.is(TokenKind::left_brace)) {
      return !is_prefix(i - 1);
    }
    if (b.is(TokenKind::colon)) return settings_[i].typed;
    if (a.is(TokenKind::colon)) return true;
    return signs(i);
  }

  bool signs(std::size_t i) const {
    const Piece& a = pieces_[i - 1];
    const Piece& b = pieces_[i];
    if (a.is(TokenKind::dot_dot)) return b.is(TokenKind::equals);
    if (b.is(TokenKind::dot_dot)) return false;
    if (is_arithmetic(a) || a.is(TokenKind::bang)) {
      return !is_prefix(i - 1) && !settings_[i - 1].bound;
    }
    if (is_arithmetic(b) && settings_[i].bound && ends_value(a, settings_[i])) {
      return false;
    }
    if (b.is(TokenKind::left_bracket)) return !ends_value(a, settings_[i - 1]);
    if (b.is(TokenKind::left_paren)) return before_paren(i);
    return true;
  }

  // `A(p U q)` and `E(...)` are written like calls.
  bool before_paren(std::size_t i) const {
    const Piece& a = pieces_[i - 1];
    if (settings_[i].temporal && (a.is_word("A") || a.is_word("E"))) {
      return false;
    }
    return !ends_value(a, settings_[i - 1]);
  }

  const std::vector<Piece>& pieces_;
  const std::vector<Setting>& settings_;
};

}  // namespace

std::vector<Setting> settings_of(const std::vector<Piece>& pieces) {
  std::vector<Setting> settings = Reader(pieces).run();
  Bounds(pieces, settings).mark();
  return settings;
}

std::vector<bool> spaces_of(const std::vector<Piece>& pieces,
                            const std::vector<Setting>& settings) {
  return Spaces(pieces, settings).run();
}

}  // namespace vicinal::network::layout
