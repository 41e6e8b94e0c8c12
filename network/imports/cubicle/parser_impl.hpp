// SPDX-License-Identifier: MIT
// Internal to the parser: its state, shared by the parser*.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "network/imports/cubicle/lexer.hpp"
#include "network/imports/cubicle/parser.hpp"

namespace vicinal::cubicle {

class Parser {
 public:
  Parser(const network::Source& source, network::Diagnostics& diagnostics);

  System run();

 private:
  // Left by whoever cannot go on; caught where declarations begin.
  struct Broken {};
  // A formula that others call by a name, written out where they do.
  struct Predicate {
    Word name;
    std::vector<Word> parameters;
    FormulaId formula;
  };
  // What its parameters stand for in a call.
  struct Call {
    Span span;
    std::map<std::string, TermId> arguments;
    std::vector<std::string> bound;  // by quantifiers around a part
  };

  // parser.cpp
  void advance();
  bool at(TokenKind kind) const { return current_.kind == kind; }
  bool at_word(std::string_view word) const;
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  void expect(TokenKind kind, std::string_view role);
  void expect_word(std::string_view word, std::string_view role);
  std::string_view text(Span span) const { return source_.text(span); }
  std::string found() const;
  [[noreturn]] void fail(network::Code code, Span span, std::string message);
  Word take();
  Word lower(std::string_view what);
  Word upper(std::string_view what);
  Word process();
  std::vector<Word> processes();
  std::int64_t integer_value(Span span);
  Term real_value(Span span);
  bool at_declaration() const;
  void declaration();
  void recover();
  void keep_comments(Span of);
  void number_procs();
  void type();
  void symbol(SymbolKind kind);
  Cube cube();
  void transition();
  void predicate();
  std::vector<Word> parameters();
  std::vector<Word> parameters_with_commas();
  Update update();
  void cases(Update& update);

  // parser_formula.cpp
  FormulaId formula();
  FormulaId disjunction();
  FormulaId conjunction();
  FormulaId unary();
  FormulaId choice();
  FormulaId quantifier(FormulaKind kind);
  FormulaId primary();
  FormulaId comparison();
  FormulaId call(const Word& name);
  FormulaId written_out(FormulaId formula, Call& call);
  TermId written_out(TermId term, const Call& call);
  Word written_out(const Word& process, const Call& call);
  void not_captured(TermId argument, const Call& call);
  void count_part(const Call& call);
  TermId term();
  TermId factor();
  TermId operand();
  FormulaId add(Formula formula);
  TermId add(Term term);

  // One level of nesting while it lives.
  class Level {
   public:
    explicit Level(Parser& parser);
    ~Level() { --parser_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  const network::Source& source_;
  network::Diagnostics& diagnostics_;
  Lexer lexer_;
  Token current_;
  Span previous_;
  int level_ = 0;
  std::vector<Span> comments_;
  std::map<std::string, Predicate, std::less<>> predicates_;
  std::size_t written_out_ = 0;  // parts of formulas, of all calls
  System system_;
};

}  // namespace vicinal::cubicle
