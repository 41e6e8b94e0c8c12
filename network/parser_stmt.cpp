// SPDX-License-Identifier: MIT
// Actions, rules and statements.
#include <fmt/format.h>

#include "network/parser_impl.hpp"

namespace vicinal::network {

using ast::ExprId;
using ast::Stmt;
using ast::StmtId;
using ast::StmtKind;

Range Parser::add_stmts(const std::vector<StmtId>& list) {
  Range range;
  range.begin = static_cast<std::uint32_t>(tree_.stmt_children.size());
  tree_.stmt_children.insert(tree_.stmt_children.end(), list.begin(),
                             list.end());
  range.end = static_cast<std::uint32_t>(tree_.stmt_children.size());
  return range;
}

StmtId Parser::add_stmt(Stmt s, std::uint32_t begin) {
  s.span = {begin, end_of_previous().end};
  tree_.stmts.push_back(std::move(s));
  return StmtId(tree_.stmts.size() - 1);
}

// Statements in braces. After an error in one, the next is parsed.
std::vector<StmtId> Parser::block() {
  const Nesting nesting(*this);
  expect("{", "before the statements");
  std::vector<StmtId> list;
  while (!at("}")) {
    if (peek().kind == TokenKind::end) {
      unexpected("'}' at the end of the block");
    }
    const std::size_t before = next_;
    try {
      if (const auto s = statement()) list.push_back(*s);
    } catch (const Bail&) {
      // Let a missing '}' be found where the next declaration starts.
      if (declaration_ahead(0)) throw;
      skip_statement();
      if (next_ == before) take();
    }
  }
  take();
  return list;
}

std::optional<StmtId> Parser::statement() {
  if (accept(";")) return std::nullopt;
  const std::uint32_t begin = peek().span.begin;
  Stmt s;
  if (at("if")) return if_statement();
  if (at("for") && at_word(1)) {
    take();
    s.kind = StmtKind::loop;
    s.binders = binders_list("{");
    s.body = add_stmts(block());
    return add_stmt(std::move(s), begin);
  }
  if (at("while") && !at(":=", 1)) {
    take();
    s.kind = StmtKind::repeat;
    s.condition = expression();
    s.body = add_stmts(block());
    return add_stmt(std::move(s), begin);
  }
  if (at("skip") && at(";", 1)) {
    take();
    take();
    s.kind = StmtKind::skip;
    return add_stmt(std::move(s), begin);
  }
  if ((at("push") || at("pop")) && at("(", 1)) return queue_statement();
  return assignment();
}

StmtId Parser::if_statement() {
  const Nesting nesting(*this);
  const std::uint32_t begin = take().span.begin;
  Stmt s;
  s.kind = StmtKind::branch;
  s.condition = expression();
  s.body = add_stmts(block());
  if (accept("else")) {
    if (at("if")) {
      s.otherwise = add_stmts({if_statement()});
    } else {
      s.otherwise = add_stmts(block());
    }
  }
  return add_stmt(std::move(s), begin);
}

StmtId Parser::queue_statement() {
  const Token word = take();
  Stmt s;
  s.kind = word.text == "push" ? StmtKind::push : StmtKind::pop;
  expect("(", "before the queue");
  s.targets = add_exprs({postfix()});
  if (s.kind == StmtKind::push) {
    expect(",", "between the queue and what is pushed");
    s.values = add_exprs({expression()});
  }
  expect(")", "after the arguments");
  semicolon("after the statement");
  return add_stmt(std::move(s), word.span.begin);
}

StmtId Parser::assignment() {
  const std::uint32_t begin = peek().span.begin;
  if (!at_word()) unexpected("a statement");
  std::vector<ExprId> targets;
  do {
    targets.push_back(postfix());
  } while (accept(","));
  if (at("=") || at("==")) {
    fail(206, peek().span, "an assignment is written ':='");
  }
  if (!at(":=")) {
    std::string word;
    if (tree_[targets[0]].kind == ast::ExprKind::name) {
      word = closest(tree_[targets[0]].word.text,
                     {"if", "for", "while", "skip", "push", "pop"});
    }
    unexpected(word.empty()
                   ? std::string("':=' and a value")
                   : fmt::format("':=' (or did you mean '{}'?)", word));
  }
  take();
  std::vector<ExprId> values;
  do {
    values.push_back(expression());
  } while (accept(","));
  semicolon("after the assignment");
  Stmt s;
  s.kind = StmtKind::assign;
  s.targets = add_exprs(targets);
  s.values = add_exprs(values);
  return add_stmt(std::move(s), begin);
}

// After the word `action` or `rule`.
ast::Action Parser::action() {
  ast::Action a;
  const std::uint32_t begin = tokens_[next_ - 1].span.begin;
  a.name = name("the action");
  if (accept("(")) {
    if (!at(")")) a.parameters = binders_list(")");
    expect(")", "after the parameters");
  }
  if (accept("when")) a.guard = expression();
  if (accept("priority")) a.priority = expression();
  if (at("when")) {
    fail(209, peek().span, "'when' comes before 'priority', once");
  }
  a.span = {begin, end_of_previous().end};
  a.body = add_stmts(block());
  return a;
}

}  // namespace vicinal::network
