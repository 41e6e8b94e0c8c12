// SPDX-License-Identifier: MIT
// The parser's tokens, errors, recovery and arenas; the grammar is in the
// other parser_*.cpp.
//
// Recovery skips to a `;`, a `}`, the end of a braced group or to what looks
// like a declaration: one of its words followed by another word. (A lone
// `node` may be somebody's variable.) A declaration where a statement is
// expected is taken for a forgotten `}`.
#include "network/language/parser/parser.hpp"

#include <fmt/format.h>

#include <array>

#include "network/base/suggestion.hpp"
#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words,
              std::string_view word) {
  return std::binary_search(words.begin(), words.end(), word);
}

// Sorted. `count`, `full`, ... may name variables: with a '(' they are
// functions, without they are names.
constexpr std::array<std::string_view, 20> reserved{
    "atmost", "bool",   "else", "enabled", "exactly", "exists", "false",
    "for",    "forall", "id",   "if",      "in",      "index",  "int",
    "none",   "queue",  "self", "then",    "true",    "when"};

constexpr std::array<std::string_view, 14> functions{
    "abs", "adjacent", "count", "empty", "full", "head", "index",
    "len", "max",      "min",   "peer",  "pow",  "same", "sum"};

// Of declarations that stand outside of all blocks, but for `network`.
constexpr std::array<std::string_view, 14> top_words{
    "assert",    "const", "ctl",   "ctlstar", "def",  "enum",   "fair",
    "invariant", "ltl",   "param", "process", "rule", "shared", "struct"};

// Of those inside of a process or a network.
constexpr std::array<std::string_view, 7> inner_words{
    "action", "connect", "edge", "init", "node", "port", "var"};

}  // namespace

bool is_reserved(std::string_view word) {
  return contains(reserved, word);
}

bool is_function(std::string_view word) {
  return contains(functions, word);
}

bool begins_model(std::string_view text) {
  // The lexer looks at all bytes of its text; a word is at its beginning.
  constexpr std::size_t enough = 1 << 16;
  const Source source("", std::string(text.substr(0, enough)));
  Diagnostics ignored(&source);
  const Token first = Lexer(source, ignored).next();
  if (first.kind == TokenKind::end) return false;
  const std::string_view word = source.text(first.span);
  return contains(top_words, word) || contains(inner_words, word) ||
         word == "network";
}

ast::Tree parse(const Source& source, Diagnostics& diagnostics) {
  return Parser(source, diagnostics).run();
}

Parser::Parser(const Source& source, Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), lexer_(source, diagnostics) {
  current_ = lexer_.next();
  next_ = lexer_.next();
}

ast::Tree Parser::run() {
  while (!at_end()) declaration();
  return std::move(tree_);
}

void Parser::advance() {
  previous_ = current_.span;
  current_ = next_;
  next_ = lexer_.next();
}

bool Parser::accept(TokenKind kind) {
  if (panic_ || !at(kind)) return false;
  advance();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (panic_ || !at_word(word)) return false;
  advance();
  return true;
}

std::string Parser::found() const {
  constexpr std::size_t longest = 40;
  switch (current_.kind) {
    case TokenKind::end:
    case TokenKind::string:
      return std::string(spelling(current_.kind));
    case TokenKind::word:
    case TokenKind::integer: {
      const std::string_view word = text(current_);
      return fmt::format(
          "{}'{}{}'", is_reserved(word) ? "the reserved word " : "",
          word.substr(0, longest), word.size() > longest ? "..." : "");
    }
    default:
      return fmt::format("'{}'", spelling(current_.kind));
  }
}

bool Parser::expect(TokenKind kind, std::string_view role) {
  if (accept(kind)) return true;
  if (panic_) return false;
  fail(
      codes::unexpected_token, current_.span,
      fmt::format("expected '{}' {}, found {}", spelling(kind), role, found()));
  return false;
}

bool Parser::expect_close(TokenKind kind, Span open) {
  if (accept(kind)) return true;
  if (panic_) return false;
  std::vector<Note> notes;
  notes.push_back({open, fmt::format("this '{}' is open", source_.text(open))});
  if (kind == TokenKind::right_bracket && at(TokenKind::comma)) {
    notes.push_back({std::nullopt, "several indices are written a[i][j]"});
  }
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected '{}', found {}", spelling(kind), found()),
       std::move(notes));
  return false;
}

bool Parser::expect_word(std::string_view word, std::string_view role) {
  if (accept_word(word)) return true;
  if (panic_) return false;
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected '{}' {}, found {}", word, role, found()));
  return false;
}

// A missing ';' is no reason to skip anything where the next part starts.
void Parser::end_declaration(std::string_view what) {
  if (accept(TokenKind::semicolon)) return;
  if (!panic_) {
    const bool next_part = at_next_part();
    fail(codes::missing_semicolon, gap(),
         fmt::format("expected ';' after {}", what));
    panic_ = !next_part;
  }
  if (panic_) recover();
}

// At what may follow a ';'.
bool Parser::at_next_part() const {
  if (at_end() || at(TokenKind::right_brace) || at_declaration()) return true;
  if (current_.line_start) return at_word();
  return at_word() &&
         (next_.kind == TokenKind::assign || next_.kind == TokenKind::equals ||
          next_.kind == TokenKind::comma);
}

ast::Word Parser::take_word() {
  ast::Word word{std::string(text(current_)), current_.span};
  advance();
  return word;
}

ast::Word Parser::name(std::string_view of_what) {
  if (!panic_ && at_word()) {
    if (is_reserved(text(current_))) {
      report(codes::reserved_word, current_.span,
             fmt::format("'{}' is a reserved word and cannot be {}",
                         text(current_), of_what));
    }
    return take_word();
  }
  if (!panic_) {
    fail(codes::name_expected, current_.span,
         fmt::format("expected {}, found {}", of_what, found()));
  }
  return {{}, gap()};
}

// What is called like a function must not look like one of the language.
ast::Word Parser::function_name(std::string_view of_what) {
  if (!panic_ && at_word() && is_function(text(current_)) &&
      !is_reserved(text(current_))) {
    report(codes::reserved_word, current_.span,
           fmt::format("'{}' is a reserved word, a function, and cannot be {}",
                       text(current_), of_what));
  }
  return name(of_what);
}

std::vector<ast::Word> Parser::names(std::string_view of_what) {
  std::vector<ast::Word> result;
  do {
    result.push_back(name(of_what));
  } while (accept(TokenKind::comma));
  return result;
}

// Of what began there; after an error it may have no token.
Span Parser::span_from(std::uint32_t begin) const {
  return begin > previous_.end ? gap() : Span{begin, previous_.end};
}

// After something the lexer reported, what the parser misses is no news.
void Parser::report(Code code, Span span, std::string message,
                    std::vector<Note> notes) {
  if (panic_ || current_.after_error) return;
  diagnostics_.error(code, span, std::move(message), std::move(notes));
  if (diagnostics_.overflow()) {
    // Whatever follows would be dropped.
    current_ = lexer_.next();
    next_ = current_;
  }
}

void Parser::fail(Code code, Span span, std::string message,
                  std::vector<Note> notes) {
  report(code, span, std::move(message), std::move(notes));
  panic_ = true;
}

bool Parser::check_depth(int depth) {
  if (depth <= ast::max_depth) return true;
  if (!panic_) {
    fail(codes::nested_too_deep, current_.span,
         fmt::format("expressions, types and blocks nest deeper than {} "
                     "levels; name parts of it by 'def'",
                     ast::max_depth));
  }
  return false;
}

bool Parser::at_declaration() const {
  return at_top_declaration() || (at_word() && next_.kind == TokenKind::word &&
                                  contains(inner_words, text(current_)));
}

bool Parser::at_top_declaration() const {
  if (!at_word()) return false;
  if (text(current_) == "network") {
    return next_.kind == TokenKind::left_brace || next_.kind == TokenKind::word;
  }
  return next_.kind == TokenKind::word && contains(top_words, text(current_));
}

// From a '{' to its '}', or to what can only stand outside of it.
void Parser::skip_group() {
  std::size_t open = 0;
  while (!at_end()) {
    if (at_top_declaration() && current_.line_start) return;
    open += at(TokenKind::left_brace);
    if (at(TokenKind::right_brace) && --open == 0) return advance();
    advance();
  }
}

void Parser::recover() {
  panic_ = false;
  while (!at_end() && !at_declaration()) {
    if (at(TokenKind::right_brace) && open_blocks_ > 0) return;
    if (at(TokenKind::semicolon)) return advance();
    if (!at(TokenKind::left_brace)) {
      advance();
      continue;
    }
    skip_group();
    // It ended a declaration or a statement, unless an expression goes on.
    const bool goes_on =
        at_word("else") || at_word("U") || at_word("W") || at_word("R");
    if (at_word() && !goes_on) return;
  }
}

// After an error before a block: to the block, so that errors in it are
// found, or like recover().
bool Parser::recover_to_block() {
  panic_ = false;
  while (!at(TokenKind::left_brace)) {
    if (at_end() || at(TokenKind::right_brace) || at_declaration()) {
      return false;
    }
    if (accept(TokenKind::semicolon)) return false;
    advance();
  }
  return true;
}

// The '{' of a block; none if there is none. `statements`: no declaration can
// be part of it.
std::optional<Span> Parser::open_block(std::string_view what, bool statements) {
  ++open_blocks_;
  if (accept(TokenKind::left_brace)) return previous_;
  if (!panic_) {
    fail(codes::unexpected_token, gap(),
         fmt::format("expected '{{' to begin {}, found {}", what, found()));
    // Where the block seems to go on, only the '{' was forgotten.
    const bool goes_on =
        at_word() && at_next_part() &&
        !(statements ? at_declaration() : at_top_declaration());
    if (goes_on) {
      panic_ = false;
      return gap();
    }
  }
  if (!recover_to_block()) {
    --open_blocks_;
    return std::nullopt;
  }
  advance();
  return previous_;
}

// True while the block goes on; its '}' is consumed.
bool Parser::in_block(Span open, std::string_view what, bool statements) {
  if (panic_) recover();
  while (accept(TokenKind::semicolon)) {
  }
  const bool outside = statements ? at_declaration() : at_top_declaration();
  if (!at_end() && !outside && !at(TokenKind::right_brace)) return true;
  --open_blocks_;
  if (accept(TokenKind::right_brace)) return false;
  // Several blocks that end here may lack one '}' only.
  const std::uint32_t here = current_.span.begin;
  if (unclosed_ == here) return false;
  unclosed_ = here;
  report(codes::missing_brace, current_.span,
         fmt::format("expected '}}' to end {}, found {}", what, found()),
         {{open, "it begins here"}});
  return false;
}

std::optional<std::string> Parser::meant(
    std::initializer_list<std::string_view> words) const {
  if (!at_word()) return std::nullopt;
  const std::vector<std::string> candidates(words.begin(), words.end());
  const std::string_view word = text(current_);
  if (word.size() > 20) return std::nullopt;
  std::string best = closest(word, candidates);
  if (best.empty()) return std::nullopt;
  return best;
}

ast::ExprId Parser::add(ast::Expr expr,
                        const std::vector<ast::ExprId>& children) {
  int tallest = 0;
  for (const ast::ExprId child : children) {
    tallest = std::max(tallest, height(child));
  }
  for (std::uint32_t i = expr.binders.begin; i < expr.binders.end; ++i) {
    const ast::Binders& group = tree_.binders[i];
    tallest = std::max(
        {tallest, height(group.domain), height(group.low), height(group.high)});
  }
  // What is too deep is not kept.
  if (!check_depth(blocks_ + tallest + 1)) return error_expr();
  expr.children = append(tree_.expr_children, children);
  tree_.exprs.push_back(std::move(expr));
  expr_heights_.push_back(static_cast<std::uint16_t>(tallest + 1));
  return ast::ExprId(tree_.exprs.size() - 1);
}

ast::ExprId Parser::add(ast::ExprKind kind, Span span, Span operator_span,
                        const std::vector<ast::ExprId>& children) {
  ast::Expr expr;
  expr.kind = kind;
  expr.span = span;
  expr.operator_span = operator_span;
  return add(std::move(expr), children);
}

ast::ExprId Parser::error_expr() {
  ast::Expr expr;
  expr.span = gap();
  tree_.exprs.push_back(std::move(expr));
  expr_heights_.push_back(1);
  return ast::ExprId(tree_.exprs.size() - 1);
}

ast::TypeId Parser::add(const ast::Type& type) {
  const int tallest = std::max({height(type.element), height(type.size),
                                height(type.low), height(type.high)});
  if (!check_depth(blocks_ + tallest + 1)) return error_type();
  tree_.types.push_back(type);
  type_heights_.push_back(static_cast<std::uint16_t>(tallest + 1));
  return ast::TypeId(tree_.types.size() - 1);
}

ast::TypeId Parser::error_type() {
  ast::Type type;
  type.span = gap();
  tree_.types.push_back(type);
  type_heights_.push_back(1);
  return ast::TypeId(tree_.types.size() - 1);
}

}  // namespace vicinal::network::inline language
