// SPDX-License-Identifier: MIT
// Types: bool, names, lo..hi, T[k], id of s, queue T[k], (T).
//
// T[2][3] is indexed a[i][j] with i < 2 and j < 3, the first size outermost.
// A queue takes the first size; a second one could mean either, and needs
// parentheses.
//
// A '(' may open a type or the lower bound of a range, and no bounded lookahead
// tells which: `(a)[2]`, `(a)..3`. So what stands in it is parsed as either,
// and a name stays undecided until something follows.
#include <fmt/format.h>

#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

using ast::ExprId;
using ast::ExprKind;
using ast::Type;
using ast::TypeId;
using ast::TypeKind;

TypeId Parser::type() {
  Nest nest(*this);
  if (!nest.fits() || panic_) return error_type();
  const bool queue = at_word("queue");
  const TypeId base = to_type(type_or_bound());
  return type_suffixes(base, queue);
}

// The sizes after an element type.
TypeId Parser::type_suffixes(TypeId element, bool queue) {
  const std::uint32_t begin = tree_[element].span.begin;
  struct Size {
    ExprId expr;
    std::uint32_t end;
  };
  std::vector<Size> sizes;
  while (check_depth(static_cast<int>(sizes.size())) &&
         accept(TokenKind::left_bracket)) {
    const Span open = previous_;
    if (queue && sizes.empty()) {
      report(codes::ambiguous_size, open,
             "does this size belong to the queue or to an array? write "
             "'(queue T[k])[m]' or 'queue (T[k])[m]'");
    }
    const ExprId size = expression();
    expect_close(TokenKind::right_bracket, open);
    sizes.push_back({size, previous_.end});
  }
  for (std::size_t i = sizes.size(); i-- > 0;) {
    Type array;
    array.kind = TypeKind::array;
    array.element = element;
    array.size = sizes[i].expr;
    array.span = {begin, std::max(begin, sizes[i].end)};
    element = add(array);
  }
  return element;
}

Parser::TypeOrExpr Parser::type_or_bound() {
  const std::uint32_t begin = current_.span.begin;
  if (at(TokenKind::left_paren)) {
    const TypeOrExpr inner = type_parenthesis();
    if (panic_ || inner.type.valid()) return inner;
    const Scoped allowed(index_allowed_, false);
    return range_or_bound(
        climb(Mode::state, suffixes(inner.expr, begin), begin, sum_strength),
        begin);
  }
  if (at_word("queue")) return {queue_type(), {}};
  if (at_word("id")) return {reference_type(), {}};
  if (at_word("bool") || at_word("int")) {
    Type named;
    named.kind = TypeKind::named;
    named.span = current_.span;
    named.word = take_word();
    return {add(named), {}};
  }
  const bool starts =
      at(TokenKind::integer) || at(TokenKind::minus) ||
      (at_word() && !is_reserved(text(current_)) && !is_stray_keyword());
  if (!starts) {
    if (!panic_) {
      fail(codes::type_expected, current_.span,
           fmt::format("expected a type, found {}", found()));
    }
    return {error_type(), {}};
  }
  return range_or_bound(bound(), begin);
}

// After a first bound: the rest of a range, if there is any.
Parser::TypeOrExpr Parser::range_or_bound(ExprId low, std::uint32_t begin) {
  if (!accept(TokenKind::dot_dot)) return {{}, low};
  Type range;
  range.kind = TypeKind::range;
  range.low = low;
  range.high = bound();
  range.span = span_from(begin);
  return {add(range), {}};
}

Parser::TypeOrExpr Parser::type_parenthesis() {
  Nest nest(*this);
  if (!nest.fits()) return {error_type(), {}};
  advance();
  const Span open = previous_;
  const bool queue = at_word("queue");
  TypeOrExpr inner = type_or_bound();
  if (at(TokenKind::left_bracket)) {
    inner = {type_suffixes(to_type(inner), queue), {}};
  }
  expect_close(TokenKind::right_paren, open);
  if (inner.expr.valid()) {
    tree_.exprs[inner.expr.index()].parenthesised = true;
  }
  return inner;
}

TypeId Parser::queue_type() {
  Nest nest(*this);
  if (!nest.fits()) return error_type();
  advance();
  Type queue;
  queue.kind = TypeKind::queue;
  const Span word = previous_;
  queue.element = to_type(type_or_bound());
  if (expect(TokenKind::left_bracket,
             "and the queue's size: 'queue T[size]'")) {
    const Span open = previous_;
    queue.size = expression();
    expect_close(TokenKind::right_bracket, open);
  }
  queue.span = span_from(word.begin);
  return add(queue);
}

TypeId Parser::reference_type() {
  advance();
  Type reference;
  reference.kind = TypeKind::reference;
  const Span word = previous_;
  expect_word("of", "and a family of nodes: 'id of s'");
  reference.word = name("the name of a family of nodes");
  reference.span = span_from(word.begin);
  return add(reference);
}

// Decides for a type.
TypeId Parser::to_type(const TypeOrExpr& parsed) {
  if (parsed.type.valid()) return parsed.type;
  const ast::Expr& expr = tree_[parsed.expr];
  if (panic_) return error_type();
  if (expr.kind != ExprKind::name) {
    fail(codes::type_expected, expr.span,
         "expected a type, found an expression; a range is written lo..hi");
    return error_type();
  }
  Type named;
  named.kind = TypeKind::named;
  named.span = expr.span;
  named.word = expr.word;
  return add(named);
}

}  // namespace vicinal::network::inline language
