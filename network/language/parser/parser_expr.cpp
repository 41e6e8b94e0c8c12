// SPDX-License-Identifier: MIT
// Expressions: precedence climbing over the binary operators, recursive
// descent for the rest.
//
//   expression  weakest operators and up
//   operand     one side of an operator: unary and what binds tighter than it
//   unary       ! -          postfix  .f [i]          primary  the leaves
//
// Quantifiers and `if` are primaries whose last part is an expression: they
// reach as far to the right as they can, wherever they stand. A chain of && or
// of || is one node.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>

#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

using ast::Expr;
using ast::ExprId;
using ast::ExprKind;

ExprId Parser::expression(Mode mode) {
  const Scoped allowed(index_allowed_, true);
  const Scoped compares(assign_ends_, false);
  return operand(mode, any_strength);
}

// A further value of an assignment, which ends before ':=': what was written
// there is then a place, as in c := d, d := c.
ExprId Parser::further_value() {
  const Scoped allowed(index_allowed_, true);
  const Scoped ends(assign_ends_, true);
  return operand(Mode::state, any_strength);
}

// One that stops before a comparison.
ExprId Parser::additive() {
  const Scoped allowed(index_allowed_, true);
  return operand(Mode::state, sum_strength);
}

// Of a range type: in 0..3[2] the index belongs to the type.
ExprId Parser::bound() {
  const Scoped allowed(index_allowed_, false);
  return operand(Mode::state, sum_strength);
}

ExprId Parser::operand(Mode mode, Strength weakest) {
  Nest nest(*this);
  if (!nest.fits()) return error_expr();
  const std::uint32_t begin = current_.span.begin;
  const ExprId left = mode == Mode::temporal ? temporal_operand() : unary();
  return climb(mode, left, begin, weakest);
}

// What follows `left`, as long as it binds at least as tight as `weakest`.
ExprId Parser::climb(Mode mode, ExprId left, std::uint32_t begin,
                     Strength weakest) {
  int comparisons = 0;
  while (!panic_) {
    const Operator op = operator_here(mode);
    if (op.kind == ExprKind::error || op.strength < weakest) break;
    if (op.strength == comparison_strength && mode == Mode::state &&
        ++comparisons == 2) {
      report_chain(left, current_.span);
    }
    const Span at = take_operator(op);
    if (op.kind == ExprKind::logical_and || op.kind == ExprKind::logical_or) {
      left = flat(mode, op, left, begin, at);
      continue;
    }
    const ExprId right = operand(
        mode, op.right ? op.strength : static_cast<Strength>(op.strength + 1));
    left = add(op.kind, span_from(begin), at, {left, right});
  }
  return left;
}

// a && b && c ..., after the first &&.
ExprId Parser::flat(Mode mode, const Operator& op, ExprId left,
                    std::uint32_t begin, Span at) {
  std::vector<ExprId> children{left};
  while (!panic_) {
    children.push_back(operand(mode, static_cast<Strength>(op.strength + 1)));
    const Operator again = operator_here(mode);
    if (panic_ || again.kind != op.kind) break;
    take_operator(again);
  }
  return add(op.kind, span_from(begin), at, children);
}

Parser::Operator Parser::operator_here(Mode mode) const {
  switch (current_.kind) {
    case TokenKind::iff:
      return {ExprKind::iff, iff_strength};
    case TokenKind::implies:
      return {ExprKind::implies, implies_strength, true};
    case TokenKind::arrow:
      return {ExprKind::implies, implies_strength, true, "=>",
              codes::foreign_operator};
    case TokenKind::or_or:
      return {ExprKind::logical_or, or_strength};
    case TokenKind::and_and:
      return {ExprKind::logical_and, and_strength};
    case TokenKind::word:
      return operator_word(mode);
    default:
      break;
  }
  if (mode == Mode::temporal) return {};
  switch (current_.kind) {
    case TokenKind::equal_equal:
      return {ExprKind::equal, comparison_strength};
    case TokenKind::assign:
      if (assign_ends_) return {};
      [[fallthrough]];
    case TokenKind::equals:
      return {ExprKind::equal, comparison_strength, false,
              "==", codes::equals_for_comparison};
    case TokenKind::bang_equal:
      return {ExprKind::not_equal, comparison_strength};
    case TokenKind::less:
      return {ExprKind::less, comparison_strength};
    case TokenKind::less_equal:
      return {ExprKind::less_equal, comparison_strength};
    case TokenKind::greater:
      return {ExprKind::greater, comparison_strength};
    case TokenKind::greater_equal:
      return {ExprKind::greater_equal, comparison_strength};
    case TokenKind::plus:
      return {ExprKind::add, sum_strength};
    case TokenKind::minus:
      return {ExprKind::subtract, sum_strength};
    case TokenKind::star:
      return {ExprKind::multiply, product_strength};
    case TokenKind::slash:
      return {ExprKind::divide, product_strength};
    case TokenKind::percent:
      return {ExprKind::modulo, product_strength};
    default:
      return {};
  }
}

// U W R, and the words that other languages have for operators.
Parser::Operator Parser::operator_word(Mode mode) const {
  const std::string_view word = text(current_);
  if (mode == Mode::temporal && word.size() == 1) {
    const ExprKind kind = word == "U"   ? ExprKind::until
                          : word == "W" ? ExprKind::weak_until
                          : word == "R" ? ExprKind::release
                                        : ExprKind::error;
    return {kind, comparison_strength, true};
  }
  if (word == "and" || word == "AND") {
    return {ExprKind::logical_and, and_strength, false, "&&",
            codes::foreign_operator};
  }
  if (word == "or" || word == "OR") {
    return {ExprKind::logical_or, or_strength, false, "||",
            codes::foreign_operator};
  }
  if (word == "implies") {
    return {ExprKind::implies, implies_strength, true, "=>",
            codes::foreign_operator};
  }
  if (word == "iff")
    return {ExprKind::iff, iff_strength, false, "<=>", codes::foreign_operator};
  if (mode == Mode::temporal) return {};
  if (word == "mod") {
    return {ExprKind::modulo, product_strength, false, "%",
            codes::foreign_operator};
  }
  if (word == "div") {
    return {ExprKind::divide, product_strength, false, "/",
            codes::foreign_operator};
  }
  return {};
}

Span Parser::take_operator(const Operator& op) {
  if (op.code == codes::equals_for_comparison) {
    report(codes::equals_for_comparison, current_.span,
           fmt::format("'{}' does not compare; write '=='", text(current_)));
  } else if (op.code != Code{}) {
    report(codes::foreign_operator, current_.span,
           fmt::format("'{}' is no operator here; write '{}'", text(current_),
                       op.instead));
  }
  advance();
  return previous_;
}

void Parser::report_chain(ExprId left, Span op) {
  constexpr std::size_t longest = 40;
  const Expr& first = tree_.exprs[left.index()];
  const std::string_view all = source_.text(first.span);
  std::vector<Note> notes;
  if (first.children.size() == 2 && all.size() <= longest &&
      all.find('\n') == std::string_view::npos) {
    const Expr& middle = tree_[tree_.child(first, 1)];
    notes.push_back({std::nullopt,
                     fmt::format("write '{} && {} {} ...'", all,
                                 source_.text(middle.span), source_.text(op))});
  }
  report(codes::chained_comparison, op,
         "comparisons do not chain; join them with '&&'", std::move(notes));
}

ExprId Parser::unary() {
  const bool negate = at(TokenKind::minus);
  const bool foreign = at_word("not") && next_.kind == TokenKind::word;
  if (panic_ || (!negate && !foreign && !at(TokenKind::bang))) return postfix();
  if (foreign)
    report(codes::foreign_operator, current_.span,
           "'not' is no operator; write '!'");
  Nest nest(*this);
  if (!nest.fits()) return error_expr();
  advance();
  const Span op = previous_;
  // -2^63 has no positive counterpart.
  if (negate && at(TokenKind::integer) &&
      text(current_) == "9223372036854775808") {
    advance();
    Expr least;
    least.kind = ExprKind::integer;
    least.span = cover(op, previous_);
    least.value = std::numeric_limits<std::int64_t>::min();
    return add(std::move(least), {});
  }
  const ExprId child = unary();
  return add(negate ? ExprKind::negate : ExprKind::logical_not,
             span_from(op.begin), op, {child});
}

ExprId Parser::postfix() {
  const std::uint32_t begin = current_.span.begin;
  return suffixes(primary(), begin);
}

ExprId Parser::suffixes(ExprId object, std::uint32_t begin) {
  while (!panic_) {
    if (accept(TokenKind::dot)) {
      Expr field;
      field.kind = ExprKind::field;
      field.operator_span = previous_;
      if (at_word()) {
        field.word = take_word();
      } else {
        fail(codes::name_expected, current_.span,
             fmt::format("expected the name of a field after '.', found {}",
                         found()));
      }
      field.span = span_from(begin);
      object = add(std::move(field), {object});
    } else if (index_allowed_ && accept(TokenKind::left_bracket)) {
      const Span open = previous_;
      const ExprId index = expression();
      expect_close(TokenKind::right_bracket, open);
      object = add(ExprKind::index, span_from(begin), open, {object, index});
    } else {
      break;
    }
  }
  return object;
}

ExprId Parser::primary() {
  if (panic_) return error_expr();
  switch (current_.kind) {
    case TokenKind::integer:
      return integer();
    case TokenKind::left_paren:
      return parenthesis(Mode::state);
    case TokenKind::left_bracket:
      return array();
    case TokenKind::word:
      return word_primary();
    default:
      return missing_expression();
  }
}

ExprId Parser::missing_expression() {
  if (!panic_) {
    fail(codes::expression_expected, current_.span,
         fmt::format("expected an expression, found {}", found()));
  }
  return error_expr();
}

// A word of a declaration with another word after it: in `var x : T = ⏎ var y`
// the second `var` is no name. Some words may follow a name.
bool Parser::is_stray_keyword() const {
  if (!at_declaration()) return false;
  constexpr std::array<std::string_view, 18> followers{
      "AND", "OR",  "and", "color",    "div",  "else", "id", "iff", "implies",
      "in",  "mod", "or",  "priority", "read", "then", "to", "via", "when"};
  return !std::binary_search(followers.begin(), followers.end(), text(next_));
}

ExprId Parser::word_primary() {
  const std::string_view word = text(current_);
  if (word == "true" || word == "false") {
    Expr constant;
    constant.kind = ExprKind::boolean;
    constant.span = current_.span;
    constant.value = word == "true";
    advance();
    return add(std::move(constant), {});
  }
  if (word == "if") return conditional();
  if (word == "forall" || word == "exists" || word == "exactly" ||
      word == "atmost") {
    return quantifier(Mode::state);
  }
  const bool calls = next_.kind == TokenKind::left_paren;
  if (calls && (word == "count" || word == "sum")) return fold();
  const bool is_value =
      word == "self" || word == "none" || word == "enabled" || word == "index";
  if ((is_reserved(word) && !is_value) || is_stray_keyword()) {
    return missing_expression();
  }
  if (calls) return call();
  Expr name;
  name.kind = ExprKind::name;
  name.span = current_.span;
  name.word = take_word();
  return add(std::move(name), {});
}

ExprId Parser::integer() {
  Expr number;
  number.kind = ExprKind::integer;
  number.span = current_.span;
  const std::string_view digits = text(current_);
  const auto result = std::from_chars(
      digits.data(), digits.data() + digits.size(), number.value);
  if (result.ec == std::errc::result_out_of_range) {
    report(codes::number_too_large, current_.span,
           fmt::format("this number is larger than {}, the largest there is",
                       std::numeric_limits<std::int64_t>::max()));
  }
  advance();
  return add(std::move(number), {});
}

ExprId Parser::parenthesis(Mode mode) {
  advance();
  const Span open = previous_;
  const ExprId inner = expression(mode);
  expect_close(TokenKind::right_paren, open);
  tree_.exprs[inner.index()].parenthesised = true;
  return inner;
}

std::vector<ExprId> Parser::expressions() {
  std::vector<ExprId> result;
  do {
    result.push_back(expression());
  } while (accept(TokenKind::comma));
  return result;
}

std::vector<ExprId> Parser::expressions_until(TokenKind close, Span open) {
  std::vector<ExprId> result;
  if (accept(close)) return result;
  result = expressions();
  expect_close(close, open);
  return result;
}

ExprId Parser::call() {
  Expr expr;
  expr.kind = ExprKind::call;
  const std::uint32_t begin = current_.span.begin;
  expr.operator_span = current_.span;
  expr.word = take_word();
  advance();
  const Span open = previous_;
  std::vector<ExprId> arguments;
  const bool compares = expr.word.text == "max" || expr.word.text == "min";
  if (!accept(TokenKind::right_paren)) {
    do {
      arguments.push_back(expression());
      if (compares && at_word("in") && are_names(arguments)) {
        return extreme(std::move(expr), arguments, open);
      }
    } while (accept(TokenKind::comma));
    expect_close(TokenKind::right_paren, open);
  }
  expr.span = span_from(begin);
  return add(std::move(expr), arguments);
}

// Whether these may be bound variables.
bool Parser::are_names(std::span<const ExprId> list) const {
  return std::all_of(list.begin(), list.end(), [this](ExprId id) {
    const Expr& e = tree_[id];
    return e.kind == ExprKind::name && !e.parenthesised &&
           !is_reserved(e.word.text);
  });
}

// max(i in s: body), min(i in s: body), at the first `in`: what stands before
// it was read as arguments.
ExprId Parser::extreme(Expr expr, std::span<const ExprId> first, Span open) {
  expr.kind = expr.word.text == "max" ? ExprKind::greatest : ExprKind::least;
  expr.word = {};
  ast::Binders group;
  for (const ExprId id : first) group.names.push_back(tree_[id].word);
  group.span = group.names.front().span;
  std::vector<ast::Binders> groups = {ranging(std::move(group))};
  while (accept(TokenKind::comma)) groups.push_back(binders());
  expr.binders = append(tree_.binders, std::move(groups));
  return folded(std::move(expr), open, "before what is compared");
}

ExprId Parser::array() {
  advance();
  const Span open = previous_;
  const std::vector<ExprId> elements =
      expressions_until(TokenKind::right_bracket, open);
  return add(ExprKind::array, span_from(open.begin), open, elements);
}

ExprId Parser::conditional() {
  advance();
  const Span word = previous_;
  const ExprId condition = expression();
  expect_word("then", "after the condition");
  const ExprId positive = expression();
  if (!panic_ && !at_word("else")) {
    fail(codes::unexpected_token, current_.span,
         fmt::format("an 'if' in an expression needs an 'else', found {}",
                     found()));
  }
  accept_word("else");
  const ExprId negative = expression();
  return add(ExprKind::if_then_else, span_from(word.begin), word,
             {condition, positive, negative});
}

// At forall, exists, exactly, atmost.
ExprId Parser::quantifier(Mode mode) {
  Expr expr;
  const std::string_view word = text(current_);
  const bool counts = word == "exactly" || word == "atmost";
  expr.kind = word == "forall"    ? ExprKind::forall
              : word == "exists"  ? ExprKind::exists
              : word == "exactly" ? ExprKind::exactly
                                  : ExprKind::atmost;
  advance();
  expr.operator_span = previous_;
  std::vector<ExprId> children;
  if (counts) children.push_back(additive());
  expr.binders = append(tree_.binders, binder_groups());
  expect(TokenKind::colon, "before the body of the quantifier");
  children.push_back(expression(mode));
  expr.span = span_from(expr.operator_span.begin);
  return add(std::move(expr), children);
}

// count(i in s: body), sum(i in s: body).
ExprId Parser::fold() {
  Expr expr;
  expr.kind = at_word("count") ? ExprKind::count : ExprKind::sum;
  advance();
  expr.operator_span = previous_;
  advance();
  const Span open = previous_;
  expr.binders = append(tree_.binders, binder_groups());
  return folded(std::move(expr), open, "before what is counted or summed");
}

// The rest of it, from the colon on.
ExprId Parser::folded(Expr expr, Span open, std::string_view before) {
  expect(TokenKind::colon, before);
  const ExprId body = expression();
  expect_close(TokenKind::right_paren, open);
  expr.span = span_from(expr.operator_span.begin);
  return add(std::move(expr), {body});
}

std::vector<ast::Binders> Parser::binder_groups() {
  std::vector<ast::Binders> groups;
  do {
    groups.push_back(binders());
  } while (accept(TokenKind::comma));
  return groups;
}

ast::Binders Parser::binders() {
  ast::Binders group;
  group.span = current_.span;
  group.names = names("the name of a bound variable");
  return ranging(std::move(group));
}

// What the names range over, from `in` on.
ast::Binders Parser::ranging(ast::Binders group) {
  if (!panic_ && !accept_word("in")) {
    fail(codes::binder_without_range, current_.span,
         fmt::format("expected 'in' and what '{}' ranges over, found {}",
                     group.names.back().text, found()));
  }
  const ExprId first = additive();
  if (accept(TokenKind::dot_dot)) {
    group.low = first;
    group.high = additive();
  } else {
    group.domain = first;
  }
  group.span = span_from(group.span.begin);
  return group;
}

}  // namespace vicinal::network::inline language
