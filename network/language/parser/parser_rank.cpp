// SPDX-License-Identifier: MIT
// Ranks of temporal properties:
//
//   rank for served (i in s): i.place, i.phase order [called, waiting]
//     by Station.leave of j in s when j.phase == inside,
//        Station.enter of i when i.place == 0
//          meanwhile (lock by Station.leave of h in s when h.phase == inside);
//
// `rank`, `order`, `by`, `of` and `meanwhile` are no reserved words: they mean
// something only where a name or an operator cannot stand.
#include <fmt/format.h>

#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

void Parser::rank_declaration() {
  ast::Ranking result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  expect_word("for", "and the property that the rank is of");
  result.property = name("the name of a property");
  if (accept(TokenKind::left_paren)) {
    const Span open = previous_;
    result.binders = append(tree_.binders, binder_groups());
    expect_close(TokenKind::right_paren, open);
  }
  expect(TokenKind::colon, "and the terms of the rank");
  rank_terms(result.terms);
  if (!at(TokenKind::semicolon)) rank_helpers(result.helpers, false);
  result.span = span_from(begin);
  end_declaration("the rank");
  tree_.rankings.push_back(std::move(result));
}

void Parser::rank_terms(std::vector<ast::RankTerm>& terms) {
  do {
    terms.push_back(rank_term());
  } while (accept(TokenKind::comma));
}

void Parser::rank_helpers(std::vector<ast::Helper>& helpers, bool meanwhile) {
  expect_word("by", "and the actions that help");
  do {
    helpers.push_back(helper(meanwhile));
  } while (accept(TokenKind::comma));
}

ast::RankTerm Parser::rank_term() {
  ast::RankTerm term;
  term.value = expression();
  if (!accept_word("order")) return term;
  term.ordered = true;
  const std::uint32_t begin = current_.span.begin;
  if (expect(TokenKind::left_bracket, "to begin the order")) {
    const Span open = previous_;
    term.order = names("a constant of the enumeration");
    expect_close(TokenKind::right_bracket, open);
  }
  term.order_span = span_from(begin);
  return term;
}

// `meanwhile`: it stands in one.
ast::Helper Parser::helper(bool meanwhile) {
  ast::Helper result;
  const std::uint32_t begin = current_.span.begin;
  result.action = name("the name of a process or a rule");
  if (accept(TokenKind::dot)) {
    result.process = std::move(result.action);
    result.action = name("the name of an action");
  }
  if (accept_word("of")) {
    result.node = name("the name of a node");
    if (!panic_ && at_word("in")) {
      ast::Binders group;
      group.span = result.node.span;
      group.names.push_back(result.node);
      result.binders =
          append(tree_.binders, std::vector{ranging(std::move(group))});
    }
  }
  expect_word("when", "and the situation where it helps");
  result.condition = expression();
  if (!meanwhile && accept_word("meanwhile") &&
      expect(TokenKind::left_paren, "and what comes nearer meanwhile")) {
    const Span open = previous_;
    rank_terms(result.terms);
    if (!at(TokenKind::right_paren)) rank_helpers(result.helpers, true);
    expect_close(TokenKind::right_paren, open);
  }
  result.span = span_from(begin);
  return result;
}

}  // namespace vicinal::network::inline language
