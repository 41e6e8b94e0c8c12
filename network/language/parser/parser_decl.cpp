// SPDX-License-Identifier: MIT
// Declarations at top level, but for processes, rules and networks.
#include <fmt/format.h>

#include "network/base/suggestion.hpp"
#include "network/language/codes.hpp"
#include "network/language/parser/parser_impl.hpp"

namespace vicinal::network::inline language {

using ast::PropertyKind;
using ast::Word;

void Parser::declaration() {
  if (accept(TokenKind::semicolon)) return;
  if (at(TokenKind::right_brace)) {
    report(codes::brace_too_many, current_.span, "this '}' closes nothing");
    return advance();
  }
  const std::uint32_t before = current_.span.begin;
  if (!at_word() || !declaration(text(current_))) unknown_declaration();
  if (current_.span.begin == before && !at_end()) advance();
  if (panic_) recover();
}

bool Parser::declaration(std::string_view word) {
  if (word == "enum") return enum_declaration(), true;
  if (word == "struct") return struct_declaration(), true;
  if (word == "const") return const_declaration(), true;
  if (word == "param") return param_declaration(), true;
  if (word == "def") return def_declaration(), true;
  if (word == "process") return process_declaration(), true;
  if (word == "network") return network_declaration(), true;
  if (word == "shared") return shared_declaration(), true;
  if (word == "init") return init_declaration(), true;
  if (word == "rule") return rule_declaration(), true;
  if (word == "invariant") {
    return property_declaration(PropertyKind::invariant), true;
  }
  if (word == "assert") {
    return property_declaration(PropertyKind::assertion), true;
  }
  if (word == "ctl") return property_declaration(PropertyKind::ctl), true;
  if (word == "ltl") return property_declaration(PropertyKind::ltl), true;
  if (word == "ctlstar") {
    return property_declaration(PropertyKind::ctlstar), true;
  }
  if (word == "fair") return fair_declaration(), true;
  if (word == "rank") return rank_declaration(), true;
  return false;
}

void Parser::unknown_declaration() {
  if (at_word("port") || at_word("var") || at_word("action")) {
    fail(codes::unknown_declaration, current_.span,
         fmt::format("'{}' is part of a process and cannot stand alone",
                     text(current_)));
    return advance();
  }
  if (at_word("node") || at_word("edge") || at_word("connect")) {
    fail(codes::unknown_declaration, current_.span,
         fmt::format("'{}' is part of a network and cannot stand alone",
                     text(current_)));
    return advance();
  }
  const std::optional<std::string> other =
      meant({"enum", "struct", "const", "param", "def", "process", "network",
             "shared", "init", "rule", "invariant", "assert", "ctl", "ltl",
             "ctlstar", "fair", "rank"});
  if (other) {
    report(codes::unknown_declaration, current_.span,
           fmt::format("unknown declaration '{}'{}", text(current_),
                       did_you_mean(*other)));
    declaration(*other);
    return;
  }
  fail(codes::unknown_declaration, current_.span,
       fmt::format("expected a declaration, found {}", found()));
}

// The '}' of an enum or a struct, or after an error what comes before it.
void Parser::close_braces(Span open) {
  expect_close(TokenKind::right_brace, open);
  if (!panic_) return;
  panic_ = false;
  while (!at_end() && !at_top_declaration() &&
         !accept(TokenKind::right_brace)) {
    advance();
  }
}

// '=', or what was written for it.
bool Parser::accept_equals() {
  if (!panic_ && (at(TokenKind::assign) || at(TokenKind::equal_equal))) {
    report(
        codes::assignment_for_equals, current_.span,
        fmt::format("'=' gives a value here; '{}' does not", text(current_)));
    advance();
    return true;
  }
  return accept(TokenKind::equals);
}

ast::ExprId Parser::value() {
  if (!accept_equals()) {
    expect(TokenKind::equals, "and a value");
  }
  return expression();
}

void Parser::enum_declaration() {
  ast::Enum result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = name("the name of an enumeration");
  if (expect(TokenKind::left_brace, "to begin the enumeration")) {
    const Span open = previous_;
    if (at(TokenKind::right_brace)) {
      report(codes::nothing_inside, cover(open, current_.span),
             "an enumeration has at least one constant");
    }
    while (!panic_ && !at(TokenKind::right_brace)) {
      result.constants.push_back(name("the name of a constant"));
      if (!accept(TokenKind::comma)) break;
    }
    close_braces(open);
  }
  result.span = span_from(begin);
  tree_.enums.push_back(std::move(result));
}

void Parser::struct_declaration() {
  ast::Struct result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = function_name("the name of a struct");
  if (expect(TokenKind::left_brace, "to begin the struct")) {
    const Span open = previous_;
    if (at(TokenKind::right_brace)) {
      report(codes::nothing_inside, cover(open, current_.span),
             "a struct has at least one field");
    }
    while (!panic_ && at_word() && !at_top_declaration()) {
      const std::uint32_t first = current_.span.begin;
      const std::vector<Word> words = names("the name of a field");
      expect(TokenKind::colon, "and the type of the field");
      const ast::TypeId of = type();
      for (const Word& word : words) {
        result.fields.push_back({word, of, span_from(first)});
      }
      if (panic_) break;
      if (!accept(TokenKind::semicolon)) {
        report(codes::missing_semicolon, gap(), "expected ';' after the field");
        panic_ = !at_word() && !at(TokenKind::right_brace);
      }
    }
    close_braces(open);
  }
  result.span = span_from(begin);
  tree_.structs.push_back(std::move(result));
}

void Parser::const_declaration() {
  ast::Const result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = name("the name of a constant");
  result.value = value();
  result.span = span_from(begin);
  end_declaration("the constant");
  tree_.consts.push_back(std::move(result));
}

void Parser::param_declaration() {
  ast::Param result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = name("the name of a parameter");
  if (!panic_ && !at(TokenKind::colon)) {
    fail(codes::parameter_without_range, current_.span,
         fmt::format("a parameter has a range: 'param {} : 1.. = 4;'",
                     result.name.text));
  }
  accept(TokenKind::colon);
  result.low = additive();
  if (!panic_ && !at(TokenKind::dot_dot)) {
    fail(codes::parameter_without_range, current_.span,
         fmt::format("expected '..', found {}; a parameter has a range, which "
                     "may be open: 1..",
                     found()));
  }
  accept(TokenKind::dot_dot);
  const bool open = at(TokenKind::equals) || at(TokenKind::assign) ||
                    at(TokenKind::equal_equal) || at(TokenKind::semicolon);
  if (!panic_ && !open) result.high = additive();
  if (accept_equals()) {
    result.value = expression();
  } else if (!panic_) {
    report(codes::parameter_without_default, gap(),
           fmt::format("parameter '{}' has no default: write '= 4', say, after "
                       "its range",
                       result.name.text));
  }
  result.span = span_from(begin);
  end_declaration("the parameter");
  tree_.params.push_back(std::move(result));
}

void Parser::def_declaration() {
  ast::Def result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = function_name("the name of a definition");
  if (accept(TokenKind::left_paren)) {
    const Span open = previous_;
    if (!accept(TokenKind::right_paren)) {
      result.parameters = names("the name of a parameter");
      expect_close(TokenKind::right_paren, open);
    }
  }
  result.body = value();
  result.span = span_from(begin);
  end_declaration("the definition");
  tree_.defs.push_back(std::move(result));
}

// [n][m]
Range Parser::dimensions() {
  std::vector<ast::ExprId> sizes;
  while (accept(TokenKind::left_bracket)) {
    const Span open = previous_;
    sizes.push_back(expression());
    expect_close(TokenKind::right_bracket, open);
  }
  return append(tree_.expr_children, sizes);
}

void Parser::shared_declaration() {
  ast::Shared result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.name = name("the name of a shared variable");
  result.dimensions = dimensions();
  expect(TokenKind::colon, "and the type of the variable");
  result.type = type();
  if (accept_equals()) result.initial = expression();
  result.span = span_from(begin);
  end_declaration("the variable");
  tree_.shared.push_back(std::move(result));
}

void Parser::init_declaration() {
  ast::Init result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  result.formula = expression();
  result.span = span_from(begin);
  end_declaration("the initial condition");
  tree_.inits.push_back(result);
}

void Parser::property_declaration(PropertyKind kind) {
  ast::Property result;
  result.kind = kind;
  const std::uint32_t begin = current_.span.begin;
  advance();
  const bool named =
      at_word() &&
      (next_.kind == TokenKind::colon ||
       (!is_reserved(text(current_)) && next_.kind == TokenKind::word));
  if (named) {
    result.name = name("the name of a property");
    expect(TokenKind::colon, "after the name of the property");
  } else {
    report(codes::property_without_name, current_.span,
           "a property has a name: 'invariant name: ...;'");
    result.name.span = gap();
    accept(TokenKind::colon);
  }
  const bool temporal =
      kind != PropertyKind::invariant && kind != PropertyKind::assertion;
  result.formula = expression(temporal ? Mode::temporal : Mode::state);
  result.span = span_from(begin);
  end_declaration("the property");
  tree_.properties.push_back(std::move(result));
}

void Parser::fair_declaration() {
  ast::Fairness result;
  const std::uint32_t begin = current_.span.begin;
  advance();
  if (accept_word("global")) {
    result.global = true;
  } else if (accept_word("strong")) {
    result.strong = true;
  } else if (!accept_word("weak")) {
    fail(codes::unexpected_token, current_.span,
         fmt::format("expected 'weak', 'strong' or 'global', found {}",
                     found()));
  }
  if (!result.global) {
    result.action = name("the name of a process or a rule");
    if (accept(TokenKind::dot)) {
      result.process = std::move(result.action);
      result.action = name("the name of an action");
    }
  }
  result.span = span_from(begin);
  end_declaration("the assumption");
  tree_.fairness.push_back(std::move(result));
}

}  // namespace vicinal::network::inline language
