// SPDX-License-Identifier: MIT
// Internal to the parser: its state, shared by the parser_*.cpp.
//
// Recursive descent, one token of lookahead beyond the current one.
//
// Errors. `report` gives a diagnostic and goes on; `fail` also panics. While
// panicking nothing is consumed or reported: all functions return at once, up
// to a loop over declarations or statements, which recovers at the next place
// where one can start. So an error is reported once, and others after it are
// still found.
//
// Depth. Two numbers are kept below ast::max_depth: how deep the functions
// nest (`Nest`), which bounds the stack, and how deep the tree gets, blocks
// and expressions together, which left-associative and postfix chains deepen
// without nesting (`heights`).
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/language/ast.hpp"
#include "network/language/lexer.hpp"

namespace vicinal::network::inline language {

class Parser {
 public:
  Parser(const Source& source, Diagnostics& diagnostics);

  ast::Tree run();

 private:
  // Counts a level of nesting while it lives.
  class Nest {
   public:
    explicit Nest(Parser& parser) : parser_(parser) { ++parser_.level_; }
    ~Nest() { --parser_.level_; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;
    // False: too deep, and that was reported. `below`: what it needs at least
    // has so many levels more.
    bool fits(int below = 0) {
      return parser_.check_depth(parser_.level_ + below);
    }

   private:
    Parser& parser_;
  };

  // Sets a variable while it lives.
  template <class T>
  class Scoped {
   public:
    Scoped(T& place, T value) : place_(place), old_(place) { place = value; }
    ~Scoped() { place_ = old_; }
    Scoped(const Scoped&) = delete;
    Scoped& operator=(const Scoped&) = delete;

   private:
    T& place_;
    T old_;
  };

  // What the operators of an expression are.
  enum class Mode : std::uint8_t { state, temporal };

  // Binding strengths of binary operators, from weak to strong.
  enum Strength : std::uint8_t {
    any_strength,
    iff_strength,
    implies_strength,
    or_strength,
    and_strength,
    comparison_strength,  // in temporal formulas: U W R
    sum_strength,
    product_strength,
    operand_strength,
  };

  struct Operator {
    ast::ExprKind kind = ast::ExprKind::error;
    Strength strength = any_strength;
    bool right = false;          // groups to the right
    std::string_view instead{};  // what should have been written, if not this
    Code code{};                 // and the code for that
  };

  // A type or, where that is not known yet, an expression: in '(a', a is a
  // type, or the start of the lower bound of a range.
  struct TypeOrExpr {
    ast::TypeId type;
    ast::ExprId expr;
  };

  // parser.cpp: tokens
  std::string_view text(const Token& token) const {
    return source_.text(token.span);
  }
  bool at(TokenKind kind) const { return current_.kind == kind; }
  bool at_end() const { return at(TokenKind::end); }
  bool at_word() const { return at(TokenKind::word); }
  bool at_word(std::string_view word) const {
    return at_word() && text(current_) == word;
  }
  void advance();
  // While panicking these consume nothing and return false.
  bool accept(TokenKind kind);
  bool accept_word(std::string_view word);
  // Like accept; what is missing is an error. `role` says more: "to close".
  bool expect(TokenKind kind, std::string_view role);
  bool expect_close(TokenKind kind, Span open);
  bool expect_word(std::string_view word, std::string_view role);
  void end_declaration(std::string_view what);
  ast::Word take_word();
  ast::Word name(std::string_view of_what);
  ast::Word function_name(std::string_view of_what);
  std::vector<ast::Word> names(std::string_view of_what);
  Span span_from(std::uint32_t begin) const;
  Span gap() const { return {previous_.end, previous_.end}; }
  std::string found() const;

  // parser.cpp: errors
  void report(Code code, Span span, std::string message,
              std::vector<Note> notes = {});
  void fail(Code code, Span span, std::string message,
            std::vector<Note> notes = {});
  bool check_depth(int depth);
  bool at_declaration() const;
  bool at_top_declaration() const;
  bool at_next_part() const;
  void skip_group();
  void recover();
  bool recover_to_block();
  std::optional<Span> open_block(std::string_view what,
                                 bool statements = false);
  bool in_block(Span open, std::string_view what, bool statements = false);
  // The misspelt one of `words`, or none.
  std::optional<std::string> meant(
      std::initializer_list<std::string_view> words) const;

  // parser.cpp: arenas
  template <class T>
  static Range append(std::vector<T>& arena, const std::vector<T>& some) {
    Range range;
    range.begin = static_cast<std::uint32_t>(arena.size());
    arena.insert(arena.end(), some.begin(), some.end());
    range.end = static_cast<std::uint32_t>(arena.size());
    return range;
  }
  int height(ast::ExprId id) const {
    return id.valid() ? expr_heights_[id.index()] : 0;
  }
  int height(ast::TypeId id) const {
    return id.valid() ? type_heights_[id.index()] : 0;
  }
  ast::ExprId add(ast::Expr expr, const std::vector<ast::ExprId>& children);
  ast::ExprId add(ast::ExprKind kind, Span span, Span operator_span,
                  const std::vector<ast::ExprId>& children);
  ast::ExprId error_expr();
  ast::TypeId add(const ast::Type& type);
  ast::TypeId error_type();

  // parser_expr.cpp
  ast::ExprId expression(Mode mode = Mode::state);
  ast::ExprId additive();
  ast::ExprId bound();
  ast::ExprId operand(Mode mode, Strength weakest);
  ast::ExprId further_value();
  ast::ExprId climb(Mode mode, ast::ExprId left, std::uint32_t begin,
                    Strength weakest);
  ast::ExprId flat(Mode mode, const Operator& op, ast::ExprId left,
                   std::uint32_t begin, Span at);
  Operator operator_here(Mode mode) const;
  Operator operator_word(Mode mode) const;
  Span take_operator(const Operator& op);
  void report_chain(ast::ExprId left, Span op);
  ast::ExprId unary();
  ast::ExprId postfix();
  ast::ExprId suffixes(ast::ExprId object, std::uint32_t begin);
  ast::ExprId primary();
  ast::ExprId word_primary();
  ast::ExprId integer();
  ast::ExprId parenthesis(Mode mode);
  ast::ExprId call();
  ast::ExprId array();
  ast::ExprId conditional();
  ast::ExprId quantifier(Mode mode);
  ast::ExprId fold();
  ast::ExprId extreme(ast::Expr expr, std::span<const ast::ExprId> first,
                      Span open);
  ast::ExprId folded(ast::Expr expr, Span open, std::string_view before);
  bool are_names(std::span<const ast::ExprId> list) const;
  std::vector<ast::ExprId> expressions();
  std::vector<ast::ExprId> expressions_until(TokenKind close, Span open);
  std::vector<ast::Binders> binder_groups();
  ast::Binders binders();
  ast::Binders ranging(ast::Binders group);
  ast::ExprId missing_expression();
  bool is_stray_keyword() const;

  // parser_temporal.cpp
  ast::ExprId temporal_operand();
  ast::ExprId spin_operator(std::string_view meant);
  ast::ExprId temporal_word();
  ast::ExprId temporal_negation();
  ast::ExprId atom();
  ast::ExprId bare_atom();
  ast::ExprId path_operators();
  ast::ExprId bracketed_path();

  // parser_type.cpp
  ast::TypeId type();
  ast::TypeId type_suffixes(ast::TypeId element, bool queue);
  TypeOrExpr type_or_bound();
  TypeOrExpr type_parenthesis();
  TypeOrExpr range_or_bound(ast::ExprId low, std::uint32_t begin);
  ast::TypeId queue_type();
  ast::TypeId reference_type();
  ast::TypeId to_type(const TypeOrExpr& parsed);

  // parser_stmt.cpp
  Range block(std::string_view what);
  ast::StmtId statement();
  std::string statement_word();
  void branch(ast::Stmt& stmt);
  void loop(ast::Stmt& stmt);
  void repeat(ast::Stmt& stmt);
  void push_or_pop(ast::Stmt& stmt, bool push);
  void stray_else();
  void assignment(ast::Stmt& stmt);
  std::vector<ast::ExprId> assigned_values(std::vector<ast::ExprId>& targets);
  void assign_operator(const ast::Expr& target);
  Range one_binder();

  // parser_decl.cpp
  void declaration();
  bool declaration(std::string_view word);
  void unknown_declaration();
  void enum_declaration();
  void struct_declaration();
  void const_declaration();
  void param_declaration();
  void def_declaration();
  void shared_declaration();
  void init_declaration();
  void property_declaration(ast::PropertyKind kind);
  void fair_declaration();
  void close_braces(Span open);
  bool accept_equals();
  ast::ExprId value();
  Range dimensions();

  // parser_rank.cpp
  void rank_declaration();
  ast::RankTerm rank_term();
  // What both a rank and what stands in a 'meanwhile' of it have.
  void rank_terms(std::vector<ast::RankTerm>& terms);
  void rank_helpers(std::vector<ast::Helper>& helpers, bool meanwhile);
  ast::Helper helper(bool meanwhile);

  // parser_process.cpp
  void process_declaration();
  void rule_declaration();
  std::vector<ast::Field> constants();
  void process_part(ast::Process& process);
  bool process_part(ast::Process& process, std::string_view word);
  void port(ast::Process& process);
  ast::Direction direction();
  void var(ast::Process& process);
  ast::Action action(std::string_view what);
  void clauses(ast::Action& action);
  std::vector<ast::Binders> parameter_groups();
  void clause(ast::ExprId& place);

  // parser_network.cpp
  void network_declaration();
  Range items(std::string_view what);
  ast::ItemId item();
  bool item(ast::Item& item, std::string_view word);
  void unknown_item(ast::Item& item);
  void node(ast::Item& item);
  void arguments(ast::Item& item);
  // What stands between double quotes.
  ast::Word quoted(std::string_view what);
  void family(ast::Item& item, std::string_view what);
  void edge(ast::Item& item);
  bool edge_clause(ast::Item& item);
  void via(ast::Item& item);
  void connect(ast::Item& item);
  void item_loop(ast::Item& item);
  void item_branch(ast::Item& item);
  void only_in_blocks(std::string_view what);

  const Source& source_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Token current_, next_;
  Span previous_;
  bool panic_ = false;
  int level_ = 0;             // of nested functions
  bool assign_ends_ = false;  // an expression, for ':=' follows a place
  int blocks_ = 0;            // of them, statements and items
  int open_blocks_ = 0;       // braces whose '}' a part may wait for
  std::optional<std::uint32_t> unclosed_;  // where a '}' was missed last
  bool index_allowed_ = true;              // not in the bounds of a range type
  ast::NetworkKind network_ = ast::NetworkKind::block;
  ast::Tree tree_;
  std::vector<std::uint16_t> expr_heights_, type_heights_;
};

// Never a name.
bool is_reserved(std::string_view word);

// A function of the language: no name of a definition, a struct.
bool is_function(std::string_view word);

}  // namespace vicinal::network::inline language
