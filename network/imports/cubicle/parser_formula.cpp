// SPDX-License-Identifier: MIT
// Formulas and terms. From weak to strong: quantifiers (which reach as far
// right as they can), => and <=> (to the right), ||, &&, if, not.
#include <fmt/format.h>

#include <algorithm>
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
  if (at(TokenKind::left_paren) && system_[f.left].kind == TermKind::name) {
    return call(Word(system_[f.left].word));
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

// The formula of the predicate, with the arguments in the places of its
// parameters. What else it names is looked up where it is called, as Cubicle
// does.
FormulaId Parser::call(const Word& name) {
  const auto found = predicates_.find(name.text);
  if (found == predicates_.end()) {
    fail(codes::unknown_name, name.span,
         fmt::format("no predicate before this is called '{}'", name.text));
  }
  const Predicate& predicate = found->second;
  Call call;
  std::size_t given = 0;
  expect(TokenKind::left_paren, "before the arguments");
  if (!at(TokenKind::right_paren)) {
    do {
      network::poll();
      const TermId argument = term();
      if (!at(TokenKind::comma) && !at(TokenKind::right_paren)) {
        fail(codes::part_not_taken, system_[argument].span,
             "a formula as an argument is not taken: a process, a value or a "
             "number is");
      }
      if (given < predicate.parameters.size()) {
        call.arguments[predicate.parameters[given].text] = argument;
      }
      ++given;
    } while (accept(TokenKind::comma));
  }
  expect(TokenKind::right_paren, "after the arguments");
  call.span = network::cover(name.span, previous_);
  if (given != predicate.parameters.size()) {
    fail(codes::wrong_number_of_indices, call.span,
         fmt::format("'{}' has {} parameters, not {}", name.text,
                     predicate.parameters.size(), given));
  }
  const FormulaId out = written_out(predicate.formula, call);
  system_.formulas[out.index()].span = call.span;
  return out;
}

// Predicates that call predicates may be as long as 2 to the power of how many
// there are: each place has a copy of its own, which counts, and is as deep as
// it is.
void Parser::count_part(const Call& call) {
  constexpr std::size_t most = 100'000;
  network::poll();
  if (++written_out_ <= most) return;
  fail(codes::part_not_taken, call.span,
       fmt::format("all predicates that are called have more than {} parts",
                   most));
}

FormulaId Parser::written_out(FormulaId id, Call& call) {
  const Level level(*this);
  count_part(call);
  Formula f = system_[id];
  const std::size_t outer = call.bound.size();
  for (const Word& v : f.variables) call.bound.push_back(v.text);
  if (f.left.valid()) f.left = written_out(f.left, call);
  if (f.right.valid()) f.right = written_out(f.right, call);
  for (FormulaId& part : f.parts) part = written_out(part, call);
  call.bound.resize(outer);
  return add(std::move(f));
}

TermId Parser::written_out(TermId id, const Call& call) {
  const Level level(*this);
  count_part(call);
  Term t = system_[id];
  if (t.kind == TermKind::name) {
    const bool bound = std::ranges::count(call.bound, t.word.text) > 0;
    const auto given = call.arguments.find(t.word.text);
    if (bound || given == call.arguments.end()) return add(std::move(t));
    not_captured(given->second, call);
    return written_out(given->second, Call{call.span, {}, {}});
  }
  for (Word& index : t.indices) index = written_out(index, call);
  if (t.left.valid()) t.left = written_out(t.left, call);
  if (t.right.valid()) t.right = written_out(t.right, call);
  return add(std::move(t));
}

// An index, which is a process.
Word Parser::written_out(const Word& index, const Call& call) {
  const auto given = call.arguments.find(index.text);
  if (given == call.arguments.end() ||
      std::ranges::count(call.bound, index.text) > 0) {
    return index;
  }
  const Term& t = system_[given->second];
  const char first = t.kind == TermKind::name ? t.word.text[0] : 'A';
  if (first != '#' && (first < 'a' || first > 'z')) {
    fail(codes::types_do_not_fit, t.span,
         fmt::format("this is no process that is called by its name, and '{}' "
                     "is an index of the predicate",
                     index.text));
  }
  not_captured(given->second, call);
  return t.word;
}

// What an argument names is somebody else than whom a quantifier of the
// predicate calls so.
void Parser::not_captured(TermId argument, const Call& call) {
  std::vector<TermId> left = {argument};
  while (!left.empty()) {
    const Term& t = system_[left.back()];
    left.pop_back();
    std::vector<Word> names = t.indices;
    if (t.kind == TermKind::name) names.push_back(t.word);
    for (const Word& name : names) {
      if (std::ranges::count(call.bound, name.text) == 0) continue;
      fail(codes::part_not_taken, name.span,
           fmt::format("a quantifier of the predicate has the name '{}', too: "
                       "take another one",
                       name.text));
    }
    if (t.left.valid()) left.push_back(t.left);
    if (t.right.valid()) left.push_back(t.right);
  }
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
