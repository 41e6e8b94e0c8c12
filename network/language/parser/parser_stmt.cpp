// SPDX-License-Identifier: MIT
// Statements and their blocks.
//
// `skip`, `push` and `pop` are statements only where `;` or `(` follows: they
// may name variables. An assignment is known by what it starts with, a place.
#include <fmt/format.h>

#include "network/base/suggestion.hpp"
#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

namespace {

constexpr std::size_t longest_whole = 60;  // statement in a message

}  // namespace

using ast::Stmt;
using ast::StmtId;
using ast::StmtKind;

Range Parser::block(std::string_view what) {
  const std::optional<Span> open = open_block(what, true);
  std::vector<StmtId> statements;
  while (open && in_block(*open, what, true)) {
    const std::uint32_t before = current_.span.begin;
    statements.push_back(statement());
    if (panic_) recover();
    if (current_.span.begin == before && !at(TokenKind::right_brace)) advance();
  }
  return append(tree_.stmt_children, statements);
}

// The word that says which statement this is; the meant one, if misspelt.
std::string Parser::statement_word() {
  if (!at_word()) return {};
  const std::string word{text(current_)};
  if (word == "if" || word == "for" || word == "while" || word == "else") {
    return word;
  }
  const bool ends = next_.kind == TokenKind::semicolon ||
                    next_.kind == TokenKind::right_brace;
  if (word == "skip" && ends) return word;
  const bool calls = next_.kind == TokenKind::left_paren;
  if ((word == "push" || word == "pop") && calls) return word;
  std::optional<std::string> other;
  if (next_.kind == TokenKind::word) other = meant({"if", "for", "while"});
  if (calls) other = meant({"push", "pop"});
  if (ends) other = meant({"skip"});
  if (!other) return {};
  report(codes::statement_expected, current_.span,
         fmt::format("unknown statement '{}'{}", word, did_you_mean(*other)));
  return *other;
}

StmtId Parser::statement() {
  Nest nest(*this);
  const Scoped deeper(blocks_, blocks_ + 1);
  Stmt stmt;
  const std::uint32_t begin = current_.span.begin;
  if (nest.fits(1)) {
    const std::string word = statement_word();
    if (word == "if") {
      branch(stmt);
    } else if (word == "for") {
      loop(stmt);
    } else if (word == "while") {
      repeat(stmt);
    } else if (word == "push" || word == "pop") {
      push_or_pop(stmt, word == "push");
    } else if (word == "skip") {
      advance();
      stmt.kind = StmtKind::skip;
      end_declaration("the statement");
    } else if (word == "else") {
      stray_else();
    } else {
      assignment(stmt);
    }
  }
  stmt.span = span_from(begin);
  tree_.stmts.push_back(stmt);
  return StmtId(tree_.stmts.size() - 1);
}

void Parser::branch(Stmt& stmt) {
  advance();
  stmt.kind = StmtKind::branch;
  stmt.condition = expression();
  stmt.body = block("the block of 'if'");
  if (next_.kind == TokenKind::left_brace && meant({"else"})) {
    report(codes::statement_expected, current_.span,
           fmt::format("unknown statement '{}'{}", text(current_),
                       did_you_mean("else")));
    advance();
  } else if (!accept_word("else")) {
    return;
  }
  if (at_word("if")) {
    stmt.otherwise = append(tree_.stmt_children, {statement()});
  } else {
    stmt.otherwise = block("the block of 'else'");
  }
}

void Parser::stray_else() {
  report(codes::else_without_if, current_.span, "this 'else' has no 'if'");
  advance();
  if (at(TokenKind::left_brace)) block("the block of 'else'");
}

// for i in s, with one name.
Range Parser::one_binder() {
  std::vector<ast::Binders> groups = binder_groups();
  if (groups.size() > 1 || groups.front().names.size() > 1) {
    report(codes::several_loop_variables, groups.front().span,
           "a 'for' has one variable; put one 'for' into another");
    groups.resize(1);
    groups.front().names.resize(1);
  }
  return append(tree_.binders, groups);
}

void Parser::loop(Stmt& stmt) {
  advance();
  stmt.kind = StmtKind::loop;
  stmt.binders = one_binder();
  stmt.body = block("the block of 'for'");
}

void Parser::repeat(Stmt& stmt) {
  advance();
  stmt.kind = StmtKind::repeat;
  stmt.condition = expression();
  stmt.body = block("the block of 'while'");
}

void Parser::push_or_pop(Stmt& stmt, bool push) {
  advance();
  stmt.kind = push ? StmtKind::push : StmtKind::pop;
  advance();
  const Span open = previous_;
  stmt.targets = append(tree_.expr_children, {expression()});
  if (push && expect(TokenKind::comma, "and the value: 'push(queue, value)'")) {
    stmt.values = append(tree_.expr_children, {expression()});
  }
  expect_close(TokenKind::right_paren, open);
  end_declaration("the statement");
}

void Parser::assignment(Stmt& stmt) {
  const bool starts = at_word("self") || at_word("index") ||
                      (at_word() && !is_reserved(text(current_)));
  if (!starts) {
    return fail(codes::statement_expected, current_.span,
                fmt::format("expected a statement, found {}", found()));
  }
  stmt.kind = StmtKind::assign;
  std::vector<ast::ExprId> targets;
  do {
    targets.push_back(postfix());
  } while (accept(TokenKind::comma));
  if (!panic_) assign_operator(tree_[targets.front()]);
  std::vector<ast::ExprId> values;
  if (!panic_) values = assigned_values(targets);
  stmt.targets = append(tree_.expr_children, targets);
  stmt.values = append(tree_.expr_children, values);
  end_declaration("the statement");
}

// The values of an assignment. Two that are joined by a comma are reported, and
// then are one, with the places of both.
std::vector<ast::ExprId> Parser::assigned_values(
    std::vector<ast::ExprId>& targets) {
  std::vector<ast::ExprId> values{expression()};
  std::optional<Span> second;
  while (!panic_ && accept(TokenKind::comma)) {
    values.push_back(further_value());
    if (panic_ || !at(TokenKind::assign)) continue;
    if (!second) second = current_.span;
    advance();
    targets.push_back(values.back());
    values.back() = expression();
  }
  if (!second) return values;
  const auto list = [&](const std::vector<ast::ExprId>& parts) {
    std::string out;
    for (const ast::ExprId part : parts) {
      if (!out.empty()) out += ", ";
      out += source_.text(tree_[part].span);
    }
    return out;
  };
  const std::string whole =
      fmt::format("{} := {};", list(targets), list(values));
  report(
      codes::equals_for_assignment, *second,
      whole.size() > longest_whole
          ? "one ':=' assigns to all places of a statement"
          : fmt::format("one ':=' assigns to all places: write '{}'", whole));
  return values;
}

// ':=' or what was written for it.
void Parser::assign_operator(const ast::Expr& target) {
  if (accept(TokenKind::assign)) return;
  if (at(TokenKind::equals) || at(TokenKind::equal_equal)) {
    report(codes::equals_for_assignment, current_.span,
           fmt::format("':=' assigns; '{}' does not", text(current_)));
    return advance();
  }
  const bool arithmetic = at(TokenKind::plus) || at(TokenKind::minus) ||
                          at(TokenKind::star) || at(TokenKind::slash) ||
                          at(TokenKind::percent);
  if (arithmetic && next_.kind == TokenKind::equals) {
    const std::string_view place = source_.text(target.span).substr(0, 40);
    report(codes::equals_for_assignment, cover(current_.span, next_.span),
           fmt::format("':=' assigns; write '{0} := {0} {1} ...'", place,
                       text(current_)));
    advance();
    return advance();
  }
  fail(codes::statement_expected, current_.span,
       fmt::format("expected a statement: after '{}' comes ':=', not {}",
                   source_.text(target.span).substr(0, 40), found()));
}

}  // namespace vicinal::network::inline language
