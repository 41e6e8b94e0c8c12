// SPDX-License-Identifier: MIT
// The parser's state. Not for use outside network/parser*.cpp.
//
//   parser.cpp             tokens, recovery, types
//   parser_expr.cpp        expressions, temporal formulas
//   parser_stmt.cpp        actions and statements
//   parser_decl.cpp        declarations, the network block
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/lexer.hpp"
#include "network/parser.hpp"

namespace vicinal::network {

class Parser {
 public:
  Parser(const Source& source, Diagnostics& diagnostics)
      : d_(diagnostics), tokens_(tokenize(source, diagnostics)) {}

  ast::Tree run();

 private:
  // Thrown after a diagnostic was given, caught where parsing can go on.
  struct Bail {};

  // Counts nesting; more than ast::max_depth is V0203.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > ast::max_depth) {
        --parser_.depth_;
        parser_.too_deep();
      }
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // ---- tokens
  const Token& peek(std::size_t ahead = 0) const;
  bool at(std::string_view text, std::size_t ahead = 0) const;
  bool at_word(std::size_t ahead = 0) const;
  Token take();
  bool accept(std::string_view text);
  Token expect(std::string_view text, std::string_view after);
  ast::Word name(std::string_view what);
  Span end_of_previous() const;
  [[noreturn]] void fail(int code, Span span, std::string message,
                         std::vector<Note> notes = {});
  [[noreturn]] void unexpected(std::string_view wanted);
  [[noreturn]] void too_deep();
  void skip_statement();
  void skip_declaration();
  bool declaration_ahead(std::size_t ahead) const;
  void semicolon(std::string_view after);

  // ---- types
  ast::TypeId type();
  ast::TypeId plain_type();
  ast::TypeId add_type(ast::Type type);

  // ---- expressions
  ast::ExprId expression();
  ast::ExprId iff_level();
  ast::ExprId implies_level();
  ast::ExprId or_level();
  ast::ExprId and_level();
  ast::ExprId comparison();
  ast::ExprId additive();
  ast::ExprId multiplicative();
  ast::ExprId unary();
  ast::ExprId postfix();
  ast::ExprId primary();
  ast::ExprId word_expression();
  ast::ExprId if_expression();
  ast::ExprId quantifier();
  ast::ExprId array_literal();
  ast::ExprId call(ast::Word word);
  ast::ExprId bound();
  ast::ExprId chain(ast::ExprKind kind, std::string_view symbol,
                    ast::ExprId (Parser::*next)());
  ast::ExprId make(ast::Expr e, const std::vector<ast::ExprId>& children);
  ast::ExprId binary(ast::ExprKind kind, Span op, ast::ExprId a, ast::ExprId b);
  Span span_of(ast::ExprId e) const { return tree_[e].span; }
  ast::Binders binders_group();
  Range binders_list(std::string_view closing);
  Range add_exprs(const std::vector<ast::ExprId>& list);
  Range dimensions();

  // ---- temporal formulas
  ast::ExprId temporal();
  ast::ExprId temporal_iff();
  ast::ExprId temporal_implies();
  ast::ExprId temporal_or();
  ast::ExprId temporal_and();
  ast::ExprId temporal_until();
  ast::ExprId temporal_unary();
  ast::ExprId temporal_word();

  // ---- statements
  std::vector<ast::StmtId> block();
  std::optional<ast::StmtId> statement();
  ast::StmtId assignment();
  ast::StmtId if_statement();
  ast::StmtId queue_statement();
  ast::StmtId add_stmt(ast::Stmt s, std::uint32_t begin);
  Range add_stmts(const std::vector<ast::StmtId>& list);
  ast::Action action();

  // ---- declarations
  void declaration();
  void enum_declaration();
  void struct_declaration();
  void const_declaration();
  void param_declaration();
  void def_declaration();
  void process_declaration();
  void process_member(ast::Process& process);
  void port_declaration(ast::Process& process);
  void var_declaration(ast::Process& process);
  void shared_declaration();
  void init_declaration();
  void property_declaration(ast::PropertyKind kind);
  void fair_declaration();
  void network_declaration();
  std::vector<ast::ItemId> items();
  std::optional<ast::ItemId> item();
  void node_item(ast::Item& item);
  void edge_item(ast::Item& item);
  void connect_item(ast::Item& item);
  Range add_items(const std::vector<ast::ItemId>& list);
  std::vector<ast::Word> names(std::string_view what);
  std::vector<ast::Field> fields(std::string_view separator,
                                 std::string_view closing);

  Diagnostics& d_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int depth_ = 0;
  ast::Tree tree_;
  std::vector<std::uint16_t> depths_;  // per expression: of its tree
  bool reported_depth_ = false;
};

}  // namespace vicinal::network
