// SPDX-License-Identifier: MIT
// What front ends make trees with: nodes of the syntax tree, appended to its
// arenas. Every function takes the place that the node is shown with.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "network/language/ast.hpp"

namespace vicinal::imports {

namespace ast = network::ast;
using network::Span;

class TreeBuilder {
 public:
  explicit TreeBuilder(ast::Tree& tree) : tree_(tree) {}

  ast::ExprId integer(std::int64_t value, Span span) {
    ast::Expr e = plain(ast::ExprKind::integer, span);
    e.value = value;
    return add(std::move(e));
  }
  ast::ExprId boolean(bool value, Span span) {
    ast::Expr e = plain(ast::ExprKind::boolean, span);
    e.value = value ? 1 : 0;
    return add(std::move(e));
  }
  ast::ExprId name(const std::string& word, Span span) {
    ast::Expr e = plain(ast::ExprKind::name, span);
    e.word = {word, span};
    return add(std::move(e));
  }
  ast::ExprId field(ast::ExprId object, const std::string& word, Span span) {
    ast::Expr e = plain(ast::ExprKind::field, span);
    e.word = {word, span};
    e.children = expressions({object});
    return add(std::move(e));
  }
  ast::ExprId call(const std::string& word,
                   const std::vector<ast::ExprId>& arguments, Span span) {
    ast::Expr e = plain(ast::ExprKind::call, span);
    e.word = {word, span};
    e.children = expressions(arguments);
    return add(std::move(e));
  }
  // An operator, an index, an `if`: whatever has children and no word.
  ast::ExprId make(ast::ExprKind kind, const std::vector<ast::ExprId>& children,
                   Span span) {
    ast::Expr e = plain(kind, span);
    e.children = expressions(children);
    return add(std::move(e));
  }
  // One child stands for itself; none is `true` for &&, `false` for ||.
  ast::ExprId joined(ast::ExprKind kind, const std::vector<ast::ExprId>& parts,
                     Span span) {
    if (parts.empty()) {
      return boolean(kind == ast::ExprKind::logical_and, span);
    }
    return parts.size() == 1 ? parts.front() : make(kind, parts, span);
  }
  ast::ExprId quantified(ast::ExprKind kind,
                         const std::vector<ast::Binders>& over,
                         ast::ExprId body, Span span) {
    ast::Expr e = plain(kind, span);
    e.binders = binders(over);
    e.children = expressions({body});
    return add(std::move(e));
  }

  ast::Binders range(ast::Word name, ast::ExprId low, ast::ExprId high,
                     Span span) {
    ast::Binders b;
    b.names = {std::move(name)};
    b.span = span;
    b.low = low;
    b.high = high;
    return b;
  }
  ast::Binders members(std::vector<ast::Word> names, ast::ExprId domain,
                       Span span) {
    ast::Binders b;
    b.names = std::move(names);
    b.span = span;
    b.domain = domain;
    return b;
  }

  ast::TypeId named_type(const std::string& word, Span span) {
    return type(ast::TypeKind::named, word, span);
  }
  ast::TypeId range_type(ast::ExprId low, ast::ExprId high, Span span) {
    const ast::TypeId id = type(ast::TypeKind::range, {}, span);
    tree_.types[id.index()].low = low;
    tree_.types[id.index()].high = high;
    return id;
  }
  ast::TypeId reference_type(const std::string& family, Span span) {
    return type(ast::TypeKind::reference, family, span);
  }
  ast::TypeId array_type(ast::TypeId element, ast::ExprId size, Span span) {
    const ast::TypeId id = type(ast::TypeKind::array, {}, span);
    tree_.types[id.index()].element = element;
    tree_.types[id.index()].size = size;
    return id;
  }

  ast::StmtId assign(const std::vector<ast::ExprId>& targets,
                     const std::vector<ast::ExprId>& values, Span span) {
    ast::Stmt s;
    s.kind = ast::StmtKind::assign;
    s.span = span;
    s.targets = expressions(targets);
    s.values = expressions(values);
    return add(std::move(s));
  }
  ast::StmtId branch(ast::ExprId condition,
                     const std::vector<ast::StmtId>& body, Span span,
                     const std::vector<ast::StmtId>& otherwise = {}) {
    ast::Stmt s;
    s.kind = ast::StmtKind::branch;
    s.span = span;
    s.condition = condition;
    s.body = statements(body);
    s.otherwise = statements(otherwise);
    return add(std::move(s));
  }
  ast::StmtId repeat(ast::ExprId condition,
                     const std::vector<ast::StmtId>& body, Span span) {
    ast::Stmt s;
    s.kind = ast::StmtKind::repeat;
    s.span = span;
    s.condition = condition;
    s.body = statements(body);
    return add(std::move(s));
  }
  ast::StmtId loop(const ast::Binders& over,
                   const std::vector<ast::StmtId>& body, Span span) {
    ast::Stmt s;
    s.kind = ast::StmtKind::loop;
    s.span = span;
    s.binders = binders({over});
    s.body = statements(body);
    return add(std::move(s));
  }
  ast::StmtId skip(Span span) {
    ast::Stmt s;
    s.kind = ast::StmtKind::skip;
    s.span = span;
    return add(std::move(s));
  }
  ast::ItemId add(ast::Item item) {
    tree_.items.push_back(std::move(item));
    return ast::ItemId(tree_.items.size() - 1);
  }

  network::Range expressions(const std::vector<ast::ExprId>& list) {
    return append(tree_.expr_children, list);
  }
  network::Range statements(const std::vector<ast::StmtId>& list) {
    return append(tree_.stmt_children, list);
  }
  network::Range items(const std::vector<ast::ItemId>& list) {
    return append(tree_.item_children, list);
  }
  network::Range binders(const std::vector<ast::Binders>& list) {
    return append(tree_.binders, list);
  }

  ast::Tree& tree() { return tree_; }

 private:
  static ast::Expr plain(ast::ExprKind kind, Span span) {
    ast::Expr e;
    e.kind = kind;
    e.span = e.operator_span = span;
    return e;
  }
  ast::ExprId add(ast::Expr e) {
    tree_.exprs.push_back(std::move(e));
    return ast::ExprId(tree_.exprs.size() - 1);
  }
  ast::StmtId add(ast::Stmt s) {
    tree_.stmts.push_back(std::move(s));
    return ast::StmtId(tree_.stmts.size() - 1);
  }
  ast::TypeId type(ast::TypeKind kind, const std::string& word, Span span) {
    ast::Type t;
    t.kind = kind;
    t.span = span;
    t.word = {word, span};
    tree_.types.push_back(std::move(t));
    return ast::TypeId(tree_.types.size() - 1);
  }
  template <class T>
  static network::Range append(std::vector<T>& arena,
                               const std::vector<T>& list) {
    const auto begin = static_cast<std::uint32_t>(arena.size());
    arena.insert(arena.end(), list.begin(), list.end());
    return {begin, static_cast<std::uint32_t>(arena.size())};
  }

  ast::Tree& tree_;
};

}  // namespace vicinal::imports
