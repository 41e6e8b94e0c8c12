// SPDX-License-Identifier: MIT
// Temporal formulas: what follows the name of a ctl, ltl or ctlstar property.
//
// The boolean operators are those of expressions (Mode::temporal); U, W and R
// bind tighter than them and group to the right, prefix operators tighter
// still. State formulas are expressions in braces. `AG` is A G: two nodes.
#include <fmt/format.h>

#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {
namespace {

using ast::ExprKind;

ExprKind path_operator(char letter) {
  switch (letter) {
    case 'X':
      return ExprKind::next;
    case 'F':
      return ExprKind::finally;
    case 'G':
      return ExprKind::globally;
    case 'A':
      return ExprKind::for_all_paths;
    default:
      return ExprKind::exists_path;
  }
}

bool is_path_operators(std::string_view word) {
  return word.find_first_not_of("XFGAE") == std::string_view::npos &&
         word.size() <= 8;
}

// AG, EF, ...: joined as in the books.
bool is_joined(std::string_view word) {
  return word.size() == 2 && (word[0] == 'A' || word[0] == 'E') &&
         word[1] != 'A' && word[1] != 'E';
}

}  // namespace

using ast::Expr;
using ast::ExprId;

ExprId Parser::temporal_operand() {
  Nest nest(*this);
  if (!nest.fits() || panic_) return error_expr();
  switch (current_.kind) {
    case TokenKind::left_brace:
      return atom();
    case TokenKind::left_paren:
      return parenthesis(Mode::temporal);
    case TokenKind::bang:
      return temporal_negation();
    case TokenKind::word:
      return temporal_word();
    case TokenKind::integer:
    case TokenKind::minus:
      return bare_atom();
    case TokenKind::left_bracket:
      if (next_.kind == TokenKind::right_bracket) return spin_operator("G");
      break;
    case TokenKind::less:
      if (next_.kind == TokenKind::greater) return spin_operator("F");
      break;
    default:
      break;
  }
  fail(codes::expression_expected, current_.span,
       fmt::format("expected a temporal formula, found {}", found()));
  return error_expr();
}

// [] and <>, as Spin has them.
ExprId Parser::spin_operator(std::string_view meant) {
  const Span span = cover(current_.span, next_.span);
  report(codes::foreign_path_operator, span,
         fmt::format("write '{}' for '{}'", meant, source_.text(span)));
  advance();
  advance();
  const ExprId operand = temporal_operand();
  return add(path_operator(meant[0]), span_from(span.begin), span, {operand});
}

ExprId Parser::temporal_word() {
  const std::string_view word = text(current_);
  if (word == "forall" || word == "exists") return quantifier(Mode::temporal);
  if (word == "true" || word == "false") {
    const Span span = current_.span;
    const ExprId constant = word_primary();
    return add(ExprKind::atom, span, span, {constant});
  }
  if (is_path_operators(word)) return path_operators();
  if (word == "exactly" || word == "atmost") {
    fail(codes::atom_without_braces, current_.span,
         fmt::format("'{}' stands in a state formula, in braces: "
                     "'{{{} ...}}'",
                     word, word));
    return error_expr();
  }
  if (word == "not") {
    report(codes::foreign_operator, current_.span,
           "'not' is no operator; write '!'");
    return temporal_negation();
  }
  return bare_atom();
}

ExprId Parser::temporal_negation() {
  advance();
  const Span op = previous_;
  const ExprId child = temporal_operand();
  return add(ExprKind::logical_not, span_from(op.begin), op, {child});
}

ExprId Parser::atom() {
  advance();
  const Span open = previous_;
  const ExprId inner = expression();
  expect_close(TokenKind::right_brace, open);
  return add(ExprKind::atom, span_from(open.begin), open, {inner});
}

// An atom without its braces; taken for one after the report.
ExprId Parser::bare_atom() {
  const Span first = current_.span;
  const ExprId inner = operand(Mode::state, comparison_strength);
  report(codes::atom_without_braces, first,
         "what is true of a state stands in braces: '{phase == idle}'");
  return add(ExprKind::atom, span_from(first.begin), first, {inner});
}

// A word of the letters X F G A E.
ExprId Parser::path_operators() {
  const std::string_view word = text(current_);
  const Span span = current_.span;
  if (word.size() > 1 && !is_joined(word)) {
    std::string apart(1, word[0]);
    for (const char letter : word.substr(1)) {
      apart += ' ';
      apart += letter;
    }
    report(codes::foreign_path_operator, span,
           fmt::format("write '{}' for '{}'", apart, word));
  }
  advance();
  const char last = word.back();
  ExprId operand = at(TokenKind::left_bracket) && (last == 'A' || last == 'E')
                       ? bracketed_path()
                       : temporal_operand();
  for (std::size_t i = word.size(); i-- > 0;) {
    const auto begin = static_cast<std::uint32_t>(span.begin + i);
    operand = add(path_operator(word[i]), span_from(begin), {begin, begin + 1},
                  {operand});
  }
  return operand;
}

// A[p U q], as some write it.
ExprId Parser::bracketed_path() {
  report(codes::foreign_path_operator, current_.span,
         "write 'A(p U q)', with parentheses");
  advance();
  const Span open = previous_;
  const ExprId inner = expression(Mode::temporal);
  expect_close(TokenKind::right_bracket, open);
  return inner;
}

}  // namespace vicinal::network::inline language
