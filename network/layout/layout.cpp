// SPDX-License-Identifier: MIT
// Lines first: braces join the line before or end one, blank lines are few.
// Then each line's indentation, by what is open where it begins. Last the text,
// with comments behind the lines of a group in one column.
#include "network/layout/layout.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "network/base/budget.hpp"
#include "network/base/utf8.hpp"
#include "network/language/parser/parser.hpp"
#include "network/layout/pieces.hpp"
#include "network/layout/spacing.hpp"

namespace vicinal::network::layout {
namespace {

constexpr std::size_t one_step = 2;  // of a block, and behind what opens
constexpr std::size_t hanging = 4;   // of a line that continues another
constexpr std::size_t comment_gap = 2;

// Behind what a line goes one step deeper when it continues.
bool leads(const Piece& p) {
  return p.is(TokenKind::colon) || p.is(TokenKind::equals) ||
         p.is(TokenKind::assign) || p.is(TokenKind::implies) ||
         p.is_word("then") || p.is_word("else");
}

// ---- where lines end -------------------------------------------------------

class Breaks {
 public:
  Breaks(std::vector<Piece>& pieces, const std::vector<Setting>& settings)
      : pieces_(pieces), settings_(settings) {}

  void settle() {
    if (!pieces_.empty()) pieces_.front().breaks = 0;
    for (std::size_t i = 1; i < pieces_.size(); ++i) join(i);
    spread();
    for (std::size_t i = 1; i < pieces_.size(); ++i) {
      // Behind a block of one line it may begin a line of its own.
      if (pieces_[i].is_word("else") && settings_[i - 1].ends_block &&
          pieces_[i - 1].breaks > 0) {
        pieces_[i].breaks = 0;
      }
      const bool at_edge = settings_[i].ends_block || opens_block(i - 1);
      if (at_edge && pieces_[i].breaks > 1) pieces_[i].breaks = 1;
    }
  }

 private:
  bool opens_block(std::size_t i) const { return settings_[i].opens_block; }

  // What never begins a line, unless a comment ends the one before.
  void join(std::size_t i) {
    Piece& p = pieces_[i];
    if (pieces_[i - 1].kind == PieceKind::line_comment) {
      if (p.breaks == 0) p.breaks = 1;
      return;
    }
    const bool hangs =
        p.is(TokenKind::comma) || p.is(TokenKind::semicolon) || opens_block(i);
    if (hangs) p.breaks = 0;
  }

  // A block with a line break anywhere in it has its braces at the ends of
  // lines.
  void spread() {
    std::vector<std::size_t> open;
    std::vector<std::size_t> broken;  // for each open one, breaks behind it
    std::size_t met = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      met += pieces_[i].breaks > 0 ? 1 : 0;
      if (opens_block(i)) {
        open.push_back(i);
        broken.push_back(met);
      } else if (settings_[i].ends_block && !open.empty()) {
        if (met > broken.back() && open.back() + 1 < i) {
          met += end_line(i);
          met += end_line(behind(open.back()));
        }
        open.pop_back();
        broken.pop_back();
      }
    }
  }

  // The first piece that may begin a line behind a '{': a comment stays there.
  std::size_t behind(std::size_t brace) const {
    const Piece& next = pieces_[brace + 1];
    return brace + (next.is_comment() && next.breaks == 0 ? 2 : 1);
  }

  std::size_t end_line(std::size_t i) {
    if (pieces_[i].breaks > 0) return 0;
    pieces_[i].breaks = 1;
    return 1;
  }

  std::vector<Piece>& pieces_;
  const std::vector<Setting>& settings_;
};

// ---- how far lines are indented --------------------------------------------

class Indentation {
 public:
  Indentation(const std::vector<Piece>& pieces,
              const std::vector<Setting>& settings)
      : pieces_(pieces), settings_(settings) {
    open_.push_back({Open::block, 0, 0, false});
  }

  // Of the line that begins with a piece; asked for all in their order.
  std::size_t of_line(std::size_t i) {
    std::size_t k = i;
    while (k < pieces_.size() && pieces_[k].is_comment()) ++k;
    if (k == pieces_.size()) return block().inside;
    if (k > i && settings_[k].ends_block) return block().inside;
    return line_ = of_token(k, k == i);
  }

  // After a piece was set.
  void pass(std::size_t i) {
    const Piece& p = pieces_[i];
    if (p.is_comment()) return;
    const Setting& s = settings_[i];
    if (s.opens_block) {
      const std::size_t own = statement_begun() ? own_ : line_;
      end_statement();
      open_.push_back({Open::block, own, own + one_step, false});
    } else if (s.ends_block) {
      end_statement();
      if (open_.size() > 1) open_.pop_back();
    } else if (p.is(TokenKind::semicolon) || s.listed) {
      end_statement();
    } else {
      within_statement(p);
    }
    last_ = &p;
  }

 private:
  // A block, the statement that is read within it, or a bracket of that.
  struct Open {
    enum Kind : std::uint8_t { block, statement, bracket } kind;
    std::size_t outside;  // indentation of the line on which it was opened
    std::size_t inside;   // of a block: of its lines; else of the last one
    bool lines;           // whether a line has begun in it
  };

  Open& block() {
    for (std::size_t i = open_.size();; --i) {
      if (open_[i - 1].kind == Open::block) return open_[i - 1];
    }
  }
  bool statement_begun() const { return open_.back().kind != Open::block; }
  void end_statement() {
    while (statement_begun()) open_.pop_back();
  }

  std::size_t of_token(std::size_t k, bool asked) {
    const Piece& p = pieces_[k];
    if (settings_[k].ends_block) return block().outside;
    if (!statement_begun()) return block().inside;
    Open& top = open_.back();
    if (closes(p) && top.kind == Open::bracket) return top.outside;
    const bool deeper = leads(*last_) || opens(*last_);
    std::size_t at = 0;
    if (!top.lines) {
      at = top.outside + (deeper ? one_step : hanging);
    } else {
      at = top.inside + (leads(*last_) ? one_step : 0);
    }
    if (asked) {
      top.inside = at;
      top.lines = true;
    }
    return at;
  }

  void within_statement(const Piece& p) {
    if (!statement_begun()) {
      own_ = line_;
      open_.push_back({Open::statement, line_, line_, false});
    }
    if (opens(p)) {
      open_.push_back({Open::bracket, line_, line_, false});
    } else if (closes(p) && open_.back().kind == Open::bracket) {
      open_.pop_back();
    }
  }

  const std::vector<Piece>& pieces_;
  const std::vector<Setting>& settings_;
  std::vector<Open> open_;
  std::size_t line_ = 0;  // of the line that is read
  std::size_t own_ = 0;   // of the line on which the statement began
  const Piece* last_ = nullptr;
};

// ---- text ------------------------------------------------------------------

struct Line {
  std::string text;
  std::string comment;  // behind it
  bool blank_before = false;
};

// Comments behind lines that follow each other stand in one column.
std::string joined(const std::vector<Line>& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i + 1;
    std::size_t width = characters_in(lines[i].text);
    const auto goes_on = [&](const Line& l) {
      return !lines[i].comment.empty() && !l.comment.empty() && !l.blank_before;
    };
    while (end < lines.size() && goes_on(lines[end])) {
      width = std::max(width, characters_in(lines[end++].text));
    }
    for (; i < end; ++i) {
      const Line& l = lines[i];
      if (l.blank_before) out += '\n';
      out += l.text;
      if (!l.comment.empty()) {
        out.append(width - characters_in(l.text) + comment_gap, ' ');
        out += l.comment;
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> laid_out(const Source& source,
                                    Diagnostics& diagnostics) {
  parse(source, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  std::vector<Piece> pieces = pieces_of(source);
  const std::vector<Setting> settings = settings_of(pieces);
  Breaks(pieces, settings).settle();
  const std::vector<bool> spaces = spaces_of(pieces, settings);
  Indentation indentation(pieces, settings);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    poll();
    const Piece& p = pieces[i];
    if (i == 0 || p.breaks > 0) {
      lines.push_back(
          {std::string(indentation.of_line(i), ' '), "", p.breaks > 1});
    } else if (p.kind == PieceKind::line_comment) {
      lines.back().comment = p.text;
      continue;
    } else if (spaces[i]) {
      lines.back().text += ' ';
    }
    lines.back().text += p.text;
    indentation.pass(i);
  }
  return joined(lines);
}

}  // namespace vicinal::network::layout
