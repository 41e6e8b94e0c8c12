// SPDX-License-Identifier: MIT
// Processes: constants, ports, variables, actions; and rules, which are
// actions of nobody.
#include <fmt/format.h>

#include "network/base/suggestion.hpp"
#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

using ast::Action;
using ast::Direction;
using ast::Process;
using ast::Word;

void Parser::process_declaration() {
  Process result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = name("the name of a process");
  result.constants = constants();
  result.span = span_from(begin);
  const std::string what = fmt::format("process '{}'", result.name.text);
  const std::optional<Span> open = open_block(what);
  while (open && in_block(*open, what)) {
    const std::uint32_t before = current_.span.begin;
    process_part(result);
    if (panic_) recover();
    if (current_.span.begin == before && !at(TokenKind::right_brace)) advance();
  }
  tree_.processes.push_back(std::move(result));
}

// (rank : 0..9, ...)
std::vector<ast::Field> Parser::constants() {
  std::vector<ast::Field> result;
  if (!accept(TokenKind::left_paren)) return result;
  const Span open = previous_;
  if (accept(TokenKind::right_paren)) return result;
  do {
    const std::uint32_t begin = current_.span.begin;
    const std::vector<Word> words = names("the name of a constant");
    expect(TokenKind::colon, "and the type of the constant");
    const ast::TypeId of = type();
    for (const Word& word : words) {
      result.push_back({word, of, span_from(begin)});
    }
  } while (accept(TokenKind::comma));
  expect_close(TokenKind::right_paren, open);
  return result;
}

void Parser::process_part(Process& process) {
  if (at_word() && process_part(process, text(current_))) return;
  if (next_.kind == TokenKind::word) {
    if (const auto other = meant({"port", "var", "action"})) {
      report(codes::unknown_part_of_process, current_.span,
             fmt::format("unknown declaration '{}' in a process{}",
                         text(current_), did_you_mean(*other)));
      process_part(process, *other);
      return;
    }
  }
  fail(codes::unknown_part_of_process, current_.span,
       fmt::format("expected 'port', 'var' or 'action' in a process, found {}",
                   found()));
}

bool Parser::process_part(Process& process, std::string_view word) {
  if (word == "port") return port(process), true;
  if (word == "var") return var(process), true;
  if (word != "action") return false;
  process.actions.push_back(action("action"));
  return true;
}

void Parser::port(Process& process) {
  const std::uint32_t begin = current_.span.begin;
  advance();
  ast::Port port;
  port.set = at_word("set") && next_.kind == TokenKind::word;
  if (port.set) advance();
  const std::vector<Word> words = names("the name of a port");
  expect(TokenKind::colon, "and the direction of the port");
  port.direction = direction();
  port.direction_span = previous_;
  port.type = type();
  port.span = span_from(begin);
  for (const Word& word : words) {
    port.name = word;
    process.ports.push_back(port);
  }
  end_declaration("the port");
}

Direction Parser::direction() {
  if (accept_word("in")) return Direction::in;
  if (accept_word("out")) return Direction::out;
  if (!accept_word("inout")) {
    report(codes::port_without_direction, current_.span,
           fmt::format("expected the direction of the port, 'in', 'out' or "
                       "'inout', found {}",
                       found()));
    // A word before the type was meant for one.
    const bool word = at_word() && !at_word("queue") && !at_word("id");
    if (word && next_.kind == TokenKind::word) advance();
  }
  return Direction::inout;
}

void Parser::var(Process& process) {
  const std::uint32_t begin = current_.span.begin;
  advance();
  ast::Var var;
  const std::vector<Word> words = names("the name of a variable");
  expect(TokenKind::colon, "and the type of the variable");
  var.type = type();
  if (accept_equals()) var.initial = expression();
  var.span = span_from(begin);
  for (const Word& word : words) {
    var.name = word;
    process.variables.push_back(var);
  }
  end_declaration("the variable");
}

void Parser::rule_declaration() {
  tree_.rules.push_back(action("rule"));
}

Action Parser::action(std::string_view what) {
  Action result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = name(fmt::format("the name of the {}", what));
  if (accept(TokenKind::left_paren)) {
    const Span open = previous_;
    if (!accept(TokenKind::right_paren)) {
      result.parameters = append(tree_.binders, parameter_groups());
      expect_close(TokenKind::right_paren, open);
    }
  }
  clauses(result);
  result.span = span_from(begin);
  result.body = block(fmt::format("{} '{}'", what, result.name.text));
  return result;
}

// e in link, vanishing f in link, v in 0..3
std::vector<ast::Binders> Parser::parameter_groups() {
  std::vector<ast::Binders> groups;
  do {
    // These may be names, too.
    const bool named = next_.kind != TokenKind::word || text(next_) == "in";
    ast::Change change = ast::Change::none;
    if (!named && accept_word("appearing")) change = ast::Change::appears;
    if (!named && accept_word("vanishing")) change = ast::Change::vanishes;
    groups.push_back(binders());
    groups.back().change = change;
  } while (accept(TokenKind::comma));
  return groups;
}

void Parser::clauses(Action& action) {
  while (!panic_ && at_word()) {
    const std::string_view word = text(current_);
    if (word == "when") {
      if (action.priority.valid()) {
        report(codes::misplaced_clause, current_.span,
               "'when' stands before 'priority'");
      }
      clause(action.guard);
    } else if (word == "priority") {
      clause(action.priority);
    } else if (const auto other = meant({"when", "priority"});
               other && next_.kind != TokenKind::assign) {
      report(codes::unexpected_token, current_.span,
             fmt::format("unknown clause '{}'{}", word, did_you_mean(*other)));
      clause(*other == "when" ? action.guard : action.priority);
    } else {
      break;
    }
  }
}

void Parser::clause(ast::ExprId& place) {
  if (place.valid()) {
    report(codes::misplaced_clause, current_.span,
           fmt::format("a second '{}'; there is one at most", text(current_)));
  }
  advance();
  place = expression();
}

}  // namespace vicinal::network::inline language
