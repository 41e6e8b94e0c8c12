// SPDX-License-Identifier: MIT
// Recursive descent. An error is reported where it is found and unwinds to the
// statement, item or declaration around it, which is skipped; what follows is
// parsed as usual.
#include "network/parser.hpp"

#include <fmt/format.h>

#include "network/parser_impl.hpp"

namespace vicinal::network {

// ---- tokens ----------------------------------------------------------------

const Token& Parser::peek(std::size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

bool Parser::at(std::string_view text, std::size_t ahead) const {
  const Token& t = peek(ahead);
  return (t.kind == TokenKind::symbol || t.kind == TokenKind::word) &&
         t.text == text;
}

bool Parser::at_word(std::size_t ahead) const {
  return peek(ahead).kind == TokenKind::word;
}

Token Parser::take() {
  const Token t = peek();
  if (t.kind != TokenKind::end) ++next_;
  return t;
}

bool Parser::accept(std::string_view text) {
  if (!at(text)) return false;
  ++next_;
  return true;
}

// Just after the last token: where something is missing.
Span Parser::end_of_previous() const {
  if (next_ == 0) return {peek().span.begin, peek().span.begin};
  const std::uint32_t end = tokens_[next_ - 1].span.end;
  return {end, end};
}

void Parser::fail(int code, Span span, std::string message,
                  std::vector<Note> notes) {
  d_.error(code, span, std::move(message), std::move(notes));
  throw Bail{};
}

void Parser::unexpected(std::string_view wanted) {
  const Token& t = peek();
  if (t.kind == TokenKind::end) {
    fail(202, t.span, fmt::format("the file ends, but {} is missing", wanted));
  }
  std::string hint;
  if (t.text == "and") hint = "; 'and' is written '&&'";
  if (t.text == "or") hint = "; 'or' is written '||'";
  if (t.text == "not") hint = "; 'not' is written '!'";
  fail(201, t.span,
       fmt::format("expected {}, but found '{}'{}", wanted, t.text, hint));
}

void Parser::too_deep() {
  if (!reported_depth_) {
    reported_depth_ = true;
    d_.error(203, peek().span,
             fmt::format("this is nested more than {} deep", ast::max_depth));
  }
  throw Bail{};
}

Token Parser::expect(std::string_view text, std::string_view after) {
  if (at(text)) return take();
  // A missing ';' or bracket belongs where the last token ends.
  const Token& t = peek();
  const std::string message = fmt::format(
      "expected '{}' {}{}", text, after,
      t.kind == TokenKind::end ? std::string(", but the file ends")
                               : fmt::format(", but found '{}'", t.text));
  if (text == ";") fail(204, end_of_previous(), message);
  fail(201, t.span, message);
}

void Parser::semicolon(std::string_view after) {
  expect(";", after);
}

ast::Word Parser::name(std::string_view what) {
  if (at_word()) {
    const Token t = take();
    return {std::string(t.text), t.span};
  }
  unexpected(fmt::format("the name of {}", what));
}

std::vector<ast::Word> Parser::names(std::string_view what) {
  std::vector<ast::Word> list = {name(what)};
  while (accept(",")) list.push_back(name(what));
  return list;
}

// ---- recovery --------------------------------------------------------------

// To the end of a statement: past the next ';' or block of this level, or up
// to the '}' that closes the level.
void Parser::skip_statement() {
  int open = 0;
  while (peek().kind != TokenKind::end) {
    if (open == 0 && at("}")) return;
    const Token t = take();
    if (t.kind != TokenKind::symbol) continue;
    if (t.text == "{") ++open;
    if (t.text == "}" && --open == 0) return;
    if (t.text == ";" && open == 0) return;
  }
}

bool Parser::declaration_ahead(std::size_t ahead) const {
  static constexpr std::string_view starts[] = {
      "enum", "struct",    "const",  "param", "def", "process", "shared",
      "rule", "invariant", "assert", "ctl",   "ltl", "ctlstar"};
  if (at("network", ahead)) {
    return at("{", ahead + 1) || at("any", ahead + 1) || at("from", ahead + 1);
  }
  for (const std::string_view s : starts) {
    if (at(s, ahead) && at_word(ahead + 1)) return true;
  }
  return false;
}

void Parser::skip_declaration() {
  int open = 0;
  while (peek().kind != TokenKind::end) {
    if (declaration_ahead(0)) return;
    const Token t = take();
    if (t.kind != TokenKind::symbol) continue;
    if (t.text == "{") ++open;
    if (t.text == "}" && --open <= 0) return;
    if (t.text == ";" && open == 0) return;
  }
}

// ---- types -----------------------------------------------------------------

ast::TypeId Parser::add_type(ast::Type type) {
  tree_.types.push_back(std::move(type));
  return ast::TypeId(tree_.types.size() - 1);
}

// Without the brackets of arrays.
ast::TypeId Parser::plain_type() {
  ast::Type t;
  const Span begin = peek().span;
  if (accept("(")) {
    const ast::TypeId inner = type();
    expect(")", "after the type");
    return inner;
  }
  if (at("id") && at("of", 1)) {
    take();
    take();
    t.kind = ast::TypeKind::reference;
    t.word = name("a family of nodes");
    t.span = cover(begin, t.word.span);
    return add_type(std::move(t));
  }
  if (at_word() && !at("min") && !at("max") && !at("abs") && !at("pow")) {
    // A name is a type; in front of an operator it starts a bound.
    static constexpr std::string_view operators[] = {"..", "+", "-", "*",
                                                     "/",  "%", "("};
    bool starts_range = false;
    for (const std::string_view s : operators) {
      starts_range = starts_range || at(s, 1);
    }
    if (!starts_range) {
      t.kind = ast::TypeKind::named;
      t.word = name("a type");
      t.span = t.word.span;
      return add_type(std::move(t));
    }
  } else if (peek().kind != TokenKind::integer && !at("-") && !at_word()) {
    unexpected("a type");
  }
  t.kind = ast::TypeKind::range;
  t.low = bound();
  expect("..", "between the bounds of a range");
  t.high = bound();
  t.span = cover(begin, span_of(t.high));
  return add_type(std::move(t));
}

ast::TypeId Parser::type() {
  const Nesting nesting(*this);
  const Span begin = peek().span;
  const bool queue = at("queue") && !at(";", 1) && !at(",", 1);
  if (queue) take();
  ast::TypeId result = plain_type();
  std::vector<ast::ExprId> sizes;
  std::vector<Span> ends;
  while (accept("[")) {
    sizes.push_back(expression());
    ends.push_back(expect("]", "after the length").span);
    if (sizes.size() > 16) too_deep();
  }
  if (queue && sizes.empty()) {
    unexpected("the capacity of the queue: queue T[k]");
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    ast::Type t;
    t.kind = queue && i + 1 == sizes.size() ? ast::TypeKind::queue
                                            : ast::TypeKind::array;
    t.element = result;
    t.size = sizes[i];
    t.span = cover(begin, ends[i]);
    result = add_type(std::move(t));
  }
  return result;
}

ast::Tree Parser::run() {
  while (peek().kind != TokenKind::end) {
    const std::size_t before = next_;
    try {
      declaration();
    } catch (const Bail&) {
      skip_declaration();
      if (next_ == before) take();
    }
  }
  return std::move(tree_);
}

ast::Tree parse(const Source& source, Diagnostics& diagnostics) {
  return Parser(source, diagnostics).run();
}

}  // namespace vicinal::network
