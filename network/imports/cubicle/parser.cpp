// SPDX-License-Identifier: MIT
// Declarations, transitions, updates; formulas are in parser_formula.cpp.
//
// An error ends its declaration: the next one begins with one of eight words,
// which nothing inside of a declaration can be.
#include "network/imports/cubicle/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "network/base/budget.hpp"
#include "network/imports/cubicle/codes.hpp"
#include "network/imports/cubicle/parser_impl.hpp"
#include "network/language/codes.hpp"

namespace vicinal::cubicle {
namespace {

constexpr std::array<std::string_view, 10> beginnings{
    "type",      "var",    "array",      "const",     "init",
    "invariant", "unsafe", "transition", "predicate", "number_procs"};

// Those that can be no names.
constexpr std::array<std::string_view, 14> other_keywords{
    "requires", "case", "forall_other", "exists_other", "forall", "exists",
    "if",       "then", "else",         "not",          "true",   "false",
    "let",      "in"};

bool is_keyword(std::string_view word) {
  return std::ranges::find(beginnings, word) != beginnings.end() ||
         std::ranges::find(other_keywords, word) != other_keywords.end();
}

}  // namespace

System parse(const network::Source& source, network::Diagnostics& diagnostics) {
  return Parser(source, diagnostics).run();
}

Parser::Parser(const network::Source& source, network::Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), lexer_(source, diagnostics) {
  current_ = lexer_.next();
}

Parser::Level::Level(Parser& parser) : parser_(parser) {
  if (++parser_.level_ > ast::max_depth) {
    --parser_.level_;
    parser_.fail(network::codes::nested_too_deep, parser_.current_.span,
                 fmt::format("nested deeper than {} levels", ast::max_depth));
  }
}

System Parser::run() {
  keep_comments({});
  while (!at(TokenKind::end) && !diagnostics_.overflow()) {
    network::poll();
    const std::uint32_t begin = current_.span.begin;
    try {
      declaration();
      keep_comments({begin, previous_.end});
    } catch (const Broken&) {
      level_ = 0;
      recover();
    }
  }
  keep_comments(current_.span);
  return std::move(system_);
}

// Those before the declaration, in it, and behind it on its last line. Before
// the first one, they are of the file.
void Parser::keep_comments(Span of) {
  const auto more = lexer_.comments();
  comments_.insert(comments_.end(), more.begin(), more.end());
  imports::Remark remark{{}, of};
  std::size_t taken = 0;
  std::uint32_t line = of.end;  // the declaration's last one goes on to here
  for (const Span comment : comments_) {
    network::poll();
    if (of.begin != of.end && comment.begin >= of.end) {
      const std::string_view between = text({line, comment.begin});
      if (between.find('\n') != std::string_view::npos) break;
      line = comment.begin;
    }
    ++taken;
    for (std::string& one : imports::comment_lines(text(comment))) {
      remark.lines.push_back(std::move(one));
    }
  }
  comments_.erase(comments_.begin(),
                  comments_.begin() + static_cast<std::ptrdiff_t>(taken));
  if (!remark.lines.empty()) system_.remarks.push_back(std::move(remark));
}

void Parser::advance() {
  previous_ = current_.span;
  current_ = lexer_.next();
}

bool Parser::at_word(std::string_view word) const {
  return at(TokenKind::lower) && text(current_.span) == word;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  advance();
  return true;
}

std::string Parser::found() const {
  if (at(TokenKind::end)) return std::string(spelling(TokenKind::end));
  constexpr std::size_t longest = 40;
  const std::string_view word = text(current_.span);
  return fmt::format("'{}{}'", word.substr(0, longest),
                     word.size() > longest ? "..." : "");
}

void Parser::expect(TokenKind kind, std::string_view role) {
  if (accept(kind)) return;
  fail(
      codes::unexpected_token, current_.span,
      fmt::format("expected '{}' {}, found {}", spelling(kind), role, found()));
}

void Parser::expect_word(std::string_view word, std::string_view role) {
  if (accept_word(word)) return;
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected '{}' {}, found {}", word, role, found()));
}

void Parser::fail(network::Code code, Span span, std::string message) {
  diagnostics_.error(code, span, std::move(message));
  throw Broken{};
}

Word Parser::take() {
  Word word{std::string(text(current_.span)), current_.span};
  advance();
  return word;
}

Word Parser::lower(std::string_view what) {
  if (at(TokenKind::lower) && !is_keyword(text(current_.span))) return take();
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected {}, which begins with a small letter, found {}",
                   what, found()));
}

Word Parser::upper(std::string_view what) {
  if (at(TokenKind::upper)) return take();
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected {}, which begins with a capital, found {}", what,
                   found()));
}

// A variable or a number.
Word Parser::process() {
  if (at(TokenKind::process)) return take();
  return lower("a process");
}

std::vector<Word> Parser::processes() {
  std::vector<Word> words;
  do {
    network::poll();
    words.push_back(process());
  } while (accept(TokenKind::comma));
  return words;
}

std::int64_t Parser::integer_value(Span span) {
  const std::string_view digits = text(span);
  std::int64_t value = 0;
  const auto [end, failed] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failed != std::errc() || end != digits.data() + digits.size()) {
    fail(codes::stray_character, span,
         "this number is too large: the greatest is 2^63 - 1");
  }
  return value;
}

// 1.50 is 15 / 10.
Term Parser::real_value(Span span) {
  constexpr std::size_t most_digits = 9;
  std::string_view digits = text(span);
  while (digits.back() == '0') digits.remove_suffix(1);
  const std::size_t point = digits.find('.');
  const std::size_t behind = digits.size() - point - 1;
  if (point > most_digits || behind > most_digits) {
    fail(codes::real_number, span,
         fmt::format("more than {} digits before or behind the point",
                     most_digits));
  }
  Term t;
  t.kind = TermKind::real;
  t.span = span;
  for (const char c : digits) {
    if (c != '.') t.value = 10 * t.value + (c - '0');
  }
  for (std::size_t i = 0; i < behind; ++i) t.denominator *= 10;
  return t;
}

bool Parser::at_declaration() const {
  return at(TokenKind::lower) &&
         std::ranges::find(beginnings, text(current_.span)) != beginnings.end();
}

void Parser::recover() {
  while (!at(TokenKind::end) && !at_declaration()) {
    network::poll();
    advance();
  }
}

void Parser::declaration() {
  if (accept_word("number_procs")) return number_procs();
  if (accept_word("type")) return type();
  if (accept_word("var")) return symbol(SymbolKind::variable);
  if (accept_word("const")) return symbol(SymbolKind::constant);
  if (accept_word("array")) return symbol(SymbolKind::array);
  if (accept_word("init")) return system_.inits.push_back(cube());
  if (accept_word("invariant")) return system_.invariants.push_back(cube());
  if (accept_word("unsafe")) return system_.unsafes.push_back(cube());
  if (accept_word("transition")) return transition();
  if (accept_word("predicate")) return predicate();
  fail(codes::unexpected_token, current_.span,
       fmt::format("expected type, var, array, const, init, invariant, "
                   "unsafe, predicate or transition, found {}",
                   found()));
}

void Parser::number_procs() {
  const Span span = current_.span;
  expect(TokenKind::integer, "after number_procs");
  system_.processes = integer_value(span);
  if (*system_.processes < 1) {
    fail(codes::no_such_process, span, "there is at least one process");
  }
}

void Parser::type() {
  Type type;
  type.name = lower("the name of a type");
  type.span = type.name.span;
  if (accept(TokenKind::equal)) {
    accept(TokenKind::bar);
    do {
      network::poll();
      type.constants.push_back(upper("a value of the type"));
    } while (accept(TokenKind::bar));
  }
  system_.types.push_back(std::move(type));
}

void Parser::symbol(SymbolKind kind) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = upper("a name");
  symbol.span = symbol.name.span;
  if (kind == SymbolKind::array) {
    expect(TokenKind::left_bracket, "after the name of an array");
    do {
      network::poll();
      expect_word("proc", "as the index of an array");
      ++symbol.dimensions;
    } while (accept(TokenKind::comma));
    expect(TokenKind::right_bracket, "after the index");
    if (symbol.dimensions > 2) {
      fail(codes::part_not_taken, symbol.span,
           fmt::format("'{}' has {} indices: two are taken", symbol.name.text,
                       symbol.dimensions));
    }
  }
  expect(TokenKind::colon, "before the type");
  symbol.type = lower("a type");
  system_.symbols.push_back(std::move(symbol));
}

std::vector<Word> Parser::parameters() {
  std::vector<Word> words;
  expect(TokenKind::left_paren, "before the processes");
  while (!accept(TokenKind::right_paren)) {
    network::poll();
    words.push_back(lower("the name of a process"));
  }
  return words;
}

std::vector<Word> Parser::parameters_with_commas() {
  std::vector<Word> words;
  expect(TokenKind::left_paren, "before the parameters");
  if (accept(TokenKind::right_paren)) return words;
  do {
    network::poll();
    words.push_back(lower("the name of a parameter"));
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_paren, "after the parameters");
  return words;
}

// A name stands for the formula from here on, so that no predicate calls
// itself.
void Parser::predicate() {
  Predicate out;
  out.name = lower("the name of a predicate");
  if (const auto known = predicates_.find(out.name.text);
      known != predicates_.end()) {
    diagnostics_.error(codes::declared_twice, out.name.span,
                       fmt::format("'{}' is declared twice", out.name.text),
                       {{known->second.name.span, "first here"}});
    throw Broken{};
  }
  out.parameters = parameters_with_commas();
  expect(TokenKind::left_brace, "before the formula");
  out.formula = formula();
  expect(TokenKind::right_brace, "after the formula");
  std::string name = out.name.text;
  predicates_.emplace(std::move(name), std::move(out));
}

Cube Parser::cube() {
  Cube cube;
  cube.span = previous_;
  if (at(TokenKind::left_paren)) cube.variables = parameters();
  expect(TokenKind::left_brace, "before the formula");
  cube.formula = formula();
  expect(TokenKind::right_brace, "after the formula");
  return cube;
}

void Parser::transition() {
  Transition out;
  if (at(TokenKind::upper)) {
    out.name = take();
  } else {
    out.name = lower("the name of a transition");
  }
  out.span = out.name.span;
  out.parameters = parameters();
  if (accept_word("requires")) {
    expect(TokenKind::left_brace, "after requires");
    out.guard = formula();
    expect(TokenKind::right_brace, "after the formula");
  }
  expect(TokenKind::left_brace, "before the updates");
  if (at_word("let")) {
    fail(codes::part_not_taken, current_.span,
         "let is not taken: write the term itself");
  }
  while (!at(TokenKind::right_brace)) {
    network::poll();
    out.updates.push_back(update());
    if (!accept(TokenKind::semicolon)) break;
  }
  expect(TokenKind::right_brace, "after the updates");
  system_.transitions.push_back(std::move(out));
}

Update Parser::update() {
  Update out;
  out.target = upper("what is updated");
  out.span = out.target.span;
  if (accept(TokenKind::left_bracket)) {
    out.indices = processes();
    expect(TokenKind::right_bracket, "after the index");
  }
  expect(TokenKind::assign, "in an update");
  if (accept_word("case")) {
    cases(out);
  } else if (out.indices.empty() &&
             (accept(TokenKind::question) || accept(TokenKind::dot))) {
    out.kind = UpdateKind::any;
  } else {
    out.value = term();
  }
  return out;
}

void Parser::cases(Update& update) {
  update.kind = UpdateKind::cases;
  const Span word = previous_;
  while (accept(TokenKind::bar)) {
    network::poll();
    const Level level(*this);
    Case one;
    const bool last = accept(TokenKind::underscore);
    if (!last) one.condition = formula();
    expect(TokenKind::colon, "after the condition of a case");
    one.value = term();
    update.cases.push_back(one);
    if (last) return;
    // Cases become an `if` in an `if`: as deep as there are cases.
    if (update.cases.size() > ast::max_depth / 4) {
      fail(network::codes::nested_too_deep, word,
           fmt::format("more than {} cases", ast::max_depth / 4));
    }
  }
  fail(codes::case_without_default, word,
       "the last case must be '| _ : value': what holds where none applies "
       "is not said");
}

}  // namespace vicinal::cubicle
