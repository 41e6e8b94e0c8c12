// SPDX-License-Identifier: MIT
// Formulas and terms. From weak to strong: quantifiers (which reach as far
// right as they can), => and <=> (to the right), ||, &&, if, not.
#include <fmt/format.h>

#include <utility>

#include "network/base/budget.hpp"
#include "network/imports/cubicle/codes.hpp"
#include "network/imports/cubicle/parser_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::cubicle {

FormulaId Parser::add(Formula formula) {
  system_.formulas.push_back(std::move(formula));
  return FormulaId(system_.formulas.size() - 1);
}

TermId Parser::add(Term term) {
  system_.terms.push_back(std::move(term));
  return TermId(system_.terms.size() - 1);
}

FormulaId Parser::formula() {
  const Level level(*this);
  const FormulaId left = disjunction();
  if (!at(TokenKind::implies) && !at(TokenKind::iff)) return left;
  Formula f;
  f.kind = at(TokenKind::implies) ? FormulaKind::implication
                                  : FormulaKind::equivalence;
  advance();
  const FormulaId right = formula();
  f.parts = {left, right};
  f.span = network::cover(system_[left].span, system_[right].span);
  return add(std::move(f));
}

FormulaId Parser::disjunction() {
  std::vector<FormulaId> parts{conjunction()};
  while (accept(TokenKind::or_or)) {
    network::poll();
    parts.push_back(conjunction());
  }
  if (parts.size() == 1) return parts.front();
  Formula f;
  f.kind = FormulaKind::disjunction;
  f.span =
      network::cover(system_[parts.front()].span, system_[parts.back()].span);
  f.parts = std::move(parts);
  return add(std::move(f));
}

FormulaId Parser::conjunction() {
  std::vector<FormulaId> parts{unary()};
  while (accept(TokenKind::and_and)) {
    network::poll();
    parts.push_back(unary());
  }
  if (parts.size() == 1) return parts.front();
  Formula f;
  f.kind = FormulaKind::conjunction;
  f.span =
      network::cover(system_[parts.front()].span, system_[parts.back()].span);
  f.parts = std::move(parts);
  return add(std::move(f));
}

FormulaId Parser::unary() {
  const Level level(*this);
  if (accept_word("not")) {
    Formula f;
    f.kind = FormulaKind::negation;
    const Span begin = previous_;
    f.parts = {unary()};
    f.span = network::cover(begin, system_[f.parts.front()].span);
    return add(std::move(f));
  }
  if (accept_word("if")) return choice();
  if (accept_word("forall")) return quantifier(FormulaKind::forall);
  if (accept_word("exists")) return quantifier(FormulaKind::exists);
  if (accept_word("forall_other")) {
    return quantifier(FormulaKind::forall_other);
  }
  if (accept_word("exists_other")) {
    return quantifier(FormulaKind::exists_other);
  }
  return primary();
}

FormulaId Parser::choice() {
  Formula f;
  f.kind = FormulaKind::choice;
  const Span begin = previous_;
  const FormulaId condition = formula();
  expect_word("then", "after the condition");
  const FormulaId yes = formula();
  expect_word("else", "after the first part of an if");
  const FormulaId no = unary();
  f.parts = {condition, yes, no};
  f.span = network::cover(begin, system_[no].span);
  return add(std::move(f));
}

FormulaId Parser::quantifier(FormulaKind kind) {
  Formula f;
  f.kind = kind;
  const Span begin = previous_;
  const bool several =
      kind == FormulaKind::forall || kind == FormulaKind::exists;
  do {
    network::poll();
    f.variables.push_back(lower("the name of a process"));
  } while (several && accept(TokenKind::not_equal));
  expect(TokenKind::dot, "after the variable of a quantifier");
  const FormulaId body = formula();
  f.parts = {body};
  f.span = network::cover(begin, system_[body].span);
  return add(std::move(f));
}

FormulaId Parser::primary() {
  if (at_word("true") || at_word("false")) {
    Formula f;
    f.value = at_word("true");
    f.span = current_.span;
    advance();
    return add(std::move(f));
  }
  if (accept(TokenKind::left_paren)) {
    const FormulaId inner = formula();
    expect(TokenKind::right_paren, "after a formula in parentheses");
    return inner;
  }
  return comparison();
}

FormulaId Parser::comparison() {
  static constexpr std::pair<TokenKind, FormulaKind> operators[] = {
      {TokenKind::equal, FormulaKind::equal},
      {TokenKind::not_equal, FormulaKind::not_equal},
      {TokenKind::less, FormulaKind::less},
      {TokenKind::less_equal, FormulaKind::less_equal},
      {TokenKind::greater, FormulaKind::greater},
      {TokenKind::greater_equal, FormulaKind::greater_equal}};
  Formula f;
  f.left = term();
  if (at(TokenKind::left_paren)) {
    fail(codes::part_not_taken, system_[f.left].span,
         "predicates are not taken: write the formula itself");
  }
  for (const auto& [token, kind] : operators) {
    if (!accept(token)) continue;
    f.kind = kind;
    f.right = term();
    f.span = network::cover(system_[f.left].span, system_[f.right].span);
    return add(std::move(f));
  }
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected a comparison, such as '=' or '<>', found {}",
                   found()));
}

TermId Parser::term() {
  TermId left = factor();
  int length = 0;
  while (at(TokenKind::plus) || at(TokenKind::minus)) {
    network::poll();
    if (++length > ast::max_depth / 4) {
      fail(network::codes::nested_too_deep, current_.span,
           fmt::format("a sum of more than {} parts", ast::max_depth / 4));
    }
    Term t;
    t.kind = at(TokenKind::plus) ? TermKind::add : TermKind::subtract;
    advance();
    t.left = left;
    t.right = factor();
    t.span = network::cover(system_[left].span, system_[t.right].span);
    left = add(std::move(t));
  }
  return left;
}

TermId Parser::factor() {
  const TermId left = operand();
  if (!accept(TokenKind::star)) return left;
  Term t;
  t.kind = TermKind::multiply;
  t.left = left;
  t.right = operand();
  t.span = network::cover(system_[left].span, system_[t.right].span);
  return add(std::move(t));
}

TermId Parser::operand() {
  const Level level(*this);
  Term t;
  t.span = current_.span;
  if (accept(TokenKind::minus)) {
    t.kind = TermKind::negate;
    t.left = operand();
    t.span = network::cover(t.span, system_[t.left].span);
    return add(std::move(t));
  }
  if (at(TokenKind::real)) {
    t = real_value(current_.span);
    advance();
    return add(std::move(t));
  }
  if (at(TokenKind::integer)) {
    t.value = integer_value(current_.span);
    advance();
    return add(std::move(t));
  }
  t.kind = TermKind::name;
  if (!at(TokenKind::upper)) {
    t.word = process();
    return add(std::move(t));
  }
  t.word = take();
  if (accept(TokenKind::left_bracket)) {
    t.kind = TermKind::access;
    t.indices = processes();
    expect(TokenKind::right_bracket, "after the index");
    t.span = network::cover(t.span, previous_);
  }
  return add(std::move(t));
}

}  // namespace vicinal::cubicle
