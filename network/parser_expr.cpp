// SPDX-License-Identifier: MIT
// Expressions, from the weakest operator to the strongest, and temporal
// formulas.
#include <fmt/format.h>

#include "network/parser_impl.hpp"

namespace vicinal::network {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

// ---- building --------------------------------------------------------------

Range Parser::add_exprs(const std::vector<ExprId>& list) {
  Range range;
  range.begin = static_cast<std::uint32_t>(tree_.expr_children.size());
  tree_.expr_children.insert(tree_.expr_children.end(), list.begin(),
                             list.end());
  range.end = static_cast<std::uint32_t>(tree_.expr_children.size());
  return range;
}

// Chains such as a.b.b.b or 1 + 1 + 1 nest in the tree, not in the parser.
ExprId Parser::make(Expr e, const std::vector<ExprId>& children) {
  std::uint32_t depth = 0;
  for (const ExprId c : children) {
    depth = std::max<std::uint32_t>(depth, depths_[c.index()] + 1U);
  }
  if (depth > ast::max_depth) too_deep();
  e.children = add_exprs(children);
  tree_.exprs.push_back(std::move(e));
  depths_.push_back(static_cast<std::uint16_t>(depth));
  return ExprId(tree_.exprs.size() - 1);
}

ExprId Parser::binary(ExprKind kind, Span op, ExprId a, ExprId b) {
  Expr e;
  e.kind = kind;
  e.span = cover(span_of(a), span_of(b));
  e.operator_span = op;
  return make(std::move(e), {a, b});
}

// a && b && c: one node with all of them.
ExprId Parser::chain(ExprKind kind, std::string_view symbol,
                     ExprId (Parser::*next)()) {
  const ExprId first = (this->*next)();
  if (!at(symbol)) return first;
  Expr e;
  e.kind = kind;
  e.operator_span = peek().span;
  std::vector<ExprId> parts = {first};
  while (accept(symbol)) parts.push_back((this->*next)());
  e.span = cover(span_of(parts.front()), span_of(parts.back()));
  return make(std::move(e), parts);
}

// ---- operators -------------------------------------------------------------

ExprId Parser::expression() {
  const Nesting nesting(*this);
  return iff_level();
}

ExprId Parser::iff_level() {
  ExprId left = implies_level();
  while (at("<=>")) {
    const Span op = take().span;
    left = binary(ExprKind::iff, op, left, implies_level());
  }
  return left;
}

ExprId Parser::implies_level() {
  const Nesting nesting(*this);
  const ExprId left = or_level();
  if (!at("=>")) return left;
  const Span op = take().span;
  return binary(ExprKind::implies, op, left, implies_level());
}

ExprId Parser::or_level() {
  return chain(ExprKind::logical_or, "||", &Parser::and_level);
}

ExprId Parser::and_level() {
  return chain(ExprKind::logical_and, "&&", &Parser::comparison);
}

namespace {

std::optional<ExprKind> comparison_kind(const Token& t) {
  if (t.kind != TokenKind::symbol) return std::nullopt;
  if (t.text == "==") return ExprKind::equal;
  if (t.text == "!=") return ExprKind::not_equal;
  if (t.text == "<") return ExprKind::less;
  if (t.text == "<=") return ExprKind::less_equal;
  if (t.text == ">") return ExprKind::greater;
  if (t.text == ">=") return ExprKind::greater_equal;
  return std::nullopt;
}

}  // namespace

ExprId Parser::comparison() {
  const ExprId left = additive();
  const auto kind = comparison_kind(peek());
  if (!kind) {
    if (at("=")) {
      fail(206, peek().span,
           "'=' gives names their values; to compare, "
           "write '=='");
    }
    return left;
  }
  const Span op = take().span;
  const ExprId result = binary(*kind, op, left, additive());
  if (comparison_kind(peek())) {
    fail(205, peek().span,
         "comparisons do not chain: write a < b && b < c, or use parentheses");
  }
  return result;
}

ExprId Parser::additive() {
  ExprId left = multiplicative();
  while (at("+") || at("-")) {
    const Token op = take();
    left = binary(op.text == "+" ? ExprKind::add : ExprKind::subtract, op.span,
                  left, multiplicative());
  }
  return left;
}

ExprId Parser::multiplicative() {
  ExprId left = unary();
  while (at("*") || at("/") || at("%")) {
    const Token op = take();
    const ExprKind kind = op.text == "*"   ? ExprKind::multiply
                          : op.text == "/" ? ExprKind::divide
                                           : ExprKind::modulo;
    left = binary(kind, op.span, left, unary());
  }
  return left;
}

ExprId Parser::unary() {
  if (!at("!") && !at("-")) return postfix();
  const Nesting nesting(*this);
  const Token op = take();
  // The least number has no positive counterpart: take the sign along.
  const ExprId operand = unary();
  if (op.text == "-" && tree_[operand].kind == ExprKind::integer &&
      !tree_[operand].parenthesised && tree_[operand].value >= 0) {
    Expr& literal = tree_.exprs[operand.index()];
    literal.value = -literal.value;
    literal.span = cover(op.span, literal.span);
    return operand;
  }
  Expr e;
  e.kind = op.text == "!" ? ExprKind::logical_not : ExprKind::negate;
  e.operator_span = op.span;
  e.span = cover(op.span, span_of(operand));
  return make(std::move(e), {operand});
}

ExprId Parser::postfix() {
  ExprId left = primary();
  while (at(".") || at("[")) {
    Expr e;
    if (accept(".")) {
      e.kind = ExprKind::field;
      e.word = name("a field, a port or a variable");
      e.span = cover(span_of(left), e.word.span);
      left = make(std::move(e), {left});
      continue;
    }
    take();
    const ExprId index = expression();
    e.kind = ExprKind::index;
    e.span = cover(span_of(left), expect("]", "after the index").span);
    left = make(std::move(e), {left, index});
  }
  return left;
}

// A bound of a range in a type: what follows in brackets belongs to the type.
ExprId Parser::bound() {
  const Nesting nesting(*this);
  const auto atom = [&]() -> ExprId {
    const Token sign = peek();
    const bool negative = accept("-");
    ExprId e = primary();
    if (!negative) return e;
    Expr minus;
    minus.kind = ExprKind::negate;
    minus.operator_span = sign.span;
    minus.span = cover(sign.span, span_of(e));
    return make(std::move(minus), {e});
  };
  const auto product = [&]() -> ExprId {
    ExprId left = atom();
    while (at("*") || at("/") || at("%")) {
      const Token op = take();
      left = binary(op.text == "*"   ? ExprKind::multiply
                    : op.text == "/" ? ExprKind::divide
                                     : ExprKind::modulo,
                    op.span, left, atom());
    }
    return left;
  };
  ExprId left = product();
  while (at("+") || at("-")) {
    const Token op = take();
    left = binary(op.text == "+" ? ExprKind::add : ExprKind::subtract, op.span,
                  left, product());
  }
  return left;
}

// ---- primaries -------------------------------------------------------------

namespace {

std::optional<ExprKind> quantifier_kind(std::string_view word) {
  if (word == "forall") return ExprKind::forall;
  if (word == "exists") return ExprKind::exists;
  if (word == "exactly") return ExprKind::exactly;
  if (word == "atmost") return ExprKind::atmost;
  if (word == "count") return ExprKind::count;
  if (word == "sum") return ExprKind::sum;
  return std::nullopt;
}

}  // namespace

ExprId Parser::primary() {
  const Token& t = peek();
  if (t.kind == TokenKind::integer) {
    Expr e;
    e.kind = ExprKind::integer;
    e.span = t.span;
    e.value = t.value;
    take();
    return make(std::move(e), {});
  }
  if (t.kind == TokenKind::word) return word_expression();
  if (at("(")) {
    take();
    const ExprId inner = expression();
    expect(")", "after the expression");
    tree_.exprs[inner.index()].parenthesised = true;
    return inner;
  }
  if (at("[")) return array_literal();
  if (at("{")) {
    fail(207, t.span,
         "braces hold statements, and conditions in temporal formulas; here "
         "use parentheses");
  }
  unexpected("an expression");
}

ExprId Parser::word_expression() {
  const Token t = peek();
  if (t.text == "true" || t.text == "false") {
    Expr e;
    e.kind = ExprKind::boolean;
    e.span = t.span;
    e.value = t.text == "true" ? 1 : 0;
    take();
    return make(std::move(e), {});
  }
  if (t.text == "if") return if_expression();
  if (quantifier_kind(t.text)) return quantifier();
  static constexpr std::string_view not_here[] = {"then", "else", "when",
                                                  "priority", "in"};
  for (const std::string_view word : not_here) {
    if (t.text == word) unexpected("an expression");
  }
  if ((t.text == "not" || t.text == "and" || t.text == "or") && at_word(1)) {
    unexpected("an expression");
  }
  take();
  ast::Word word{std::string(t.text), t.span};
  if (at("(")) return call(std::move(word));
  Expr e;
  e.kind = ExprKind::name;
  e.span = t.span;
  e.word = std::move(word);
  return make(std::move(e), {});
}

ExprId Parser::call(ast::Word word) {
  Expr e;
  e.kind = ExprKind::call;
  e.span = word.span;
  e.word = std::move(word);
  expect("(", "before the arguments");
  std::vector<ExprId> arguments;
  if (!at(")")) {
    do {
      arguments.push_back(expression());
    } while (accept(","));
  }
  e.span = cover(e.span, expect(")", "after the arguments").span);
  return make(std::move(e), arguments);
}

ExprId Parser::array_literal() {
  Expr e;
  e.kind = ExprKind::array;
  e.span = take().span;
  std::vector<ExprId> elements;
  if (!at("]")) {
    do {
      elements.push_back(expression());
    } while (accept(","));
  }
  e.span = cover(e.span, expect("]", "after the elements").span);
  return make(std::move(e), elements);
}

ExprId Parser::if_expression() {
  const Nesting nesting(*this);
  Expr e;
  e.kind = ExprKind::if_then_else;
  e.span = e.operator_span = take().span;
  const ExprId condition = expression();
  expect("then", "after the condition");
  const ExprId a = expression();
  expect("else", "after the first value: an 'if' expression has two");
  const ExprId b = expression();
  e.span = cover(e.span, span_of(b));
  return make(std::move(e), {condition, a, b});
}

ast::Binders Parser::binders_group() {
  ast::Binders group;
  group.span = peek().span;
  group.names = names("a bound variable");
  expect("in", "after the bound variables");
  const ExprId first = additive();
  if (accept("..")) {
    group.low = first;
    group.high = additive();
    group.span = cover(group.span, span_of(group.high));
  } else {
    group.domain = first;
    group.span = cover(group.span, span_of(first));
  }
  return group;
}

// Groups up to `closing`, which is not taken.
Range Parser::binders_list(std::string_view closing) {
  std::vector<ast::Binders> groups = {binders_group()};
  while (accept(",")) groups.push_back(binders_group());
  if (!at(closing)) {
    unexpected(fmt::format("'{}' or another variable", closing));
  }
  Range range;
  range.begin = static_cast<std::uint32_t>(tree_.binders.size());
  for (auto& group : groups) tree_.binders.push_back(std::move(group));
  range.end = static_cast<std::uint32_t>(tree_.binders.size());
  return range;
}

ExprId Parser::quantifier() {
  const Nesting nesting(*this);
  const Token word = take();
  Expr e;
  e.kind = *quantifier_kind(word.text);
  e.span = e.operator_span = word.span;
  std::vector<ExprId> children;
  const bool counts = e.kind == ExprKind::count || e.kind == ExprKind::sum;
  if (counts) expect("(", "after it");
  if (e.kind == ExprKind::exactly || e.kind == ExprKind::atmost) {
    children.push_back(additive());
  }
  e.binders = binders_list(":");
  expect(":", "before the body");
  children.push_back(expression());
  e.span = cover(e.span, span_of(children.back()));
  if (counts) {
    e.span = cover(e.span, expect(")", "after the body").span);
  }
  return make(std::move(e), children);
}

// ---- temporal formulas -----------------------------------------------------

ExprId Parser::temporal() {
  const Nesting nesting(*this);
  return temporal_iff();
}

ExprId Parser::temporal_iff() {
  ExprId left = temporal_implies();
  while (at("<=>")) {
    const Span op = take().span;
    left = binary(ExprKind::iff, op, left, temporal_implies());
  }
  return left;
}

ExprId Parser::temporal_implies() {
  const Nesting nesting(*this);
  const ExprId left = temporal_or();
  if (!at("=>")) return left;
  const Span op = take().span;
  return binary(ExprKind::implies, op, left, temporal_implies());
}

ExprId Parser::temporal_or() {
  return chain(ExprKind::logical_or, "||", &Parser::temporal_and);
}

ExprId Parser::temporal_and() {
  return chain(ExprKind::logical_and, "&&", &Parser::temporal_until);
}

// p U q, p W q, p R q: to the right.
ExprId Parser::temporal_until() {
  const Nesting nesting(*this);
  const ExprId left = temporal_unary();
  if (!at("U") && !at("W") && !at("R")) return left;
  const Token op = take();
  const ExprKind kind = op.text == "U"   ? ExprKind::until
                        : op.text == "W" ? ExprKind::weak_until
                                         : ExprKind::release;
  return binary(kind, op.span, left, temporal_until());
}

ExprId Parser::temporal_unary() {
  const Nesting nesting(*this);
  const Token t = peek();
  if (t.kind == TokenKind::word) return temporal_word();
  Expr e;
  e.span = e.operator_span = t.span;
  if (accept("!")) {
    e.kind = ExprKind::logical_not;
    const ExprId operand = temporal_unary();
    e.span = cover(e.span, span_of(operand));
    return make(std::move(e), {operand});
  }
  if (accept("{")) {
    e.kind = ExprKind::atom;
    const ExprId condition = expression();
    e.span = cover(e.span, expect("}", "after the condition").span);
    return make(std::move(e), {condition});
  }
  if (accept("(")) {
    const ExprId inner = temporal();
    expect(")", "after the formula");
    return inner;
  }
  unexpected("a formula; conditions on states stand in braces");
}

ExprId Parser::temporal_word() {
  const Token t = peek();
  Expr e;
  e.span = e.operator_span = t.span;
  if (t.text == "forall" || t.text == "exists") {
    take();
    e.kind = t.text == "forall" ? ExprKind::forall : ExprKind::exists;
    e.binders = binders_list(":");
    expect(":", "before the body");
    const ExprId body = temporal();
    e.span = cover(e.span, span_of(body));
    return make(std::move(e), {body});
  }
  if (t.text == "true" || t.text == "false") {
    take();
    e.kind = ExprKind::boolean;
    e.value = t.text == "true" ? 1 : 0;
    return make(std::move(e), {});
  }
  const auto operator_of = [](char c) -> std::optional<ExprKind> {
    switch (c) {
      case 'X':
        return ExprKind::next;
      case 'F':
        return ExprKind::finally;
      case 'G':
        return ExprKind::globally;
      case 'A':
        return ExprKind::for_all_paths;
      case 'E':
        return ExprKind::exists_path;
      default:
        return std::nullopt;
    }
  };
  // AG, EF and the like are two operators in one word.
  std::vector<ExprKind> operators;
  for (const char c : t.text.substr(0, 2)) {
    if (const auto op = operator_of(c)) operators.push_back(*op);
  }
  if (operators.size() != t.text.size()) {
    fail(208, t.span,
         fmt::format("expected a formula, but found '{}': conditions on "
                     "states stand in braces, as in {{s[0].phase == eating}}",
                     t.text));
  }
  take();
  ExprId operand = temporal_unary();
  for (auto op = operators.rbegin(); op != operators.rend(); ++op) {
    Expr outer;
    outer.kind = *op;
    outer.operator_span = t.span;
    outer.span = cover(t.span, span_of(operand));
    operand = make(std::move(outer), {operand});
  }
  return operand;
}

}  // namespace vicinal::network
