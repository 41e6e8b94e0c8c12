// SPDX-License-Identifier: MIT
// What holds of every syntax tree, whatever the text: ids and ranges lie in
// their arenas, every node has one parent at most, spans lie in the text and
// in their parents', nothing nests deeper than ast::max_depth, and the number
// of children fits the kind. For tests and for fuzzing.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "network/language/ast.hpp"

namespace vicinal::network {

class WellFormed {
 public:
  // `without_errors`: nothing was reported, so that no node may be missing.
  WellFormed(const ast::Tree& tree, std::size_t text_size, bool without_errors)
      : tree_(tree),
        size_(text_size),
        strict_(without_errors),
        seen_(tree.exprs.size()) {
    run();
  }

  // Empty: well-formed.
  const std::string& complaint() const { return complaint_; }

 private:
  void run() {
    for (const auto& e : tree_.enums) words(e.constants);
    for (const auto& s : tree_.structs) {
      word(s.name);
      fields(s.fields);
    }
    for (const auto& c : tree_.consts) expr(c.value, 1);
    for (const auto& p : tree_.params) {
      expr(p.low, 1);
      optional(p.high, 1);
      optional(p.value, 1);
      check(!strict_ || p.value.valid(), "a parameter without default");
    }
    for (const auto& d : tree_.defs) expr(d.body, 1);
    for (const auto& p : tree_.processes) process(p);
    for (const auto& n : tree_.networks) items(n.items, 1);
    for (const auto& s : tree_.shared) {
      exprs(s.dimensions, 1);
      type(s.type, 1);
      optional(s.initial, 1);
    }
    for (const auto& i : tree_.inits) expr(i.formula, 1);
    for (const auto& r : tree_.rules) action(r);
    for (const auto& p : tree_.properties) expr(p.formula, 1);
    for (const auto& f : tree_.fairness) {
      if (!f.global) word(f.action);
    }
    for (const auto& r : tree_.rankings) ranking(r);
  }

  void ranking(const ast::Ranking& r) {
    span(r.span);
    word(r.property);
    binders(r.binders, 1);
    terms(r.terms);
    for (const auto& h : r.helpers) {
      helper(h);
      terms(h.terms);
      for (const auto& m : h.helpers) {
        helper(m);
        check(m.terms.empty() && m.helpers.empty(), "a rank that is too deep");
      }
    }
  }
  void terms(const std::vector<ast::RankTerm>& all) {
    for (const auto& t : all) {
      expr(t.value, 1);
      words(t.order);
    }
  }
  void helper(const ast::Helper& h) {
    word(h.action);
    binders(h.binders, 1);
    expr(h.condition, 1);
  }

  void check(bool good, std::string_view what) {
    if (!good && complaint_.empty()) complaint_ = what;
  }
  void span(Span s) {
    check(s.begin <= s.end && s.end <= size_, "a span outside of the text");
  }
  void word(const ast::Word& w) {
    span(w.span);
    check(!strict_ || !w.text.empty(), "a word is missing");
  }
  void words(const std::vector<ast::Word>& some) {
    for (const auto& w : some) word(w);
  }
  bool range(Range r, std::size_t arena) {
    const bool good = r.begin <= r.end && r.end <= arena;
    check(good, "a range outside of its arena");
    return good;
  }
  void fields(const std::vector<ast::Field>& some) {
    for (const auto& f : some) {
      word(f.name);
      type(f.type, 1);
      span(f.span);
    }
  }
  void process(const ast::Process& p) {
    word(p.name);
    fields(p.constants);
    for (const auto& port : p.ports) {
      word(port.name);
      type(port.type, 1);
      span(port.span);
    }
    for (const auto& var : p.variables) {
      word(var.name);
      type(var.type, 1);
      if (&var == &p.variables.front() || var.initial != last_initial_) {
        optional(var.initial, 1);
      }
      last_initial_ = var.initial;
    }
    for (const auto& a : p.actions) action(a);
  }
  void action(const ast::Action& a) {
    word(a.name);
    span(a.span);
    binders(a.parameters, 1);
    optional(a.guard, 1);
    optional(a.priority, 1);
    stmts(a.body, 1);
  }
  void optional(ast::ExprId id, int depth) {
    if (id.valid()) expr(id, depth);
  }
  void exprs(Range r, int depth) {
    if (!range(r, tree_.expr_children.size())) return;
    for (auto i = r.begin; i < r.end; ++i) expr(tree_.expr_children[i], depth);
  }
  void binders(Range r, int depth) {
    if (!range(r, tree_.binders.size())) return;
    for (auto i = r.begin; i < r.end; ++i) {
      const ast::Binders& b = tree_.binders[i];
      span(b.span);
      words(b.names);
      check(!b.names.empty(), "binders without a name");
      check(
          b.domain.valid() != b.low.valid() && b.low.valid() == b.high.valid(),
          "binders with both a domain and a range, or neither");
      optional(b.domain, depth);
      optional(b.low, depth);
      optional(b.high, depth);
    }
  }

  // The numbers of children that a kind may have.
  static std::pair<std::uint32_t, std::uint32_t> arity(ast::ExprKind kind) {
    using ast::ExprKind;
    switch (kind) {
      case ExprKind::integer:
      case ExprKind::boolean:
      case ExprKind::name:
      case ExprKind::error:
        return {0, 0};
      case ExprKind::call:
      case ExprKind::array:
        return {0, UINT32_MAX};
      case ExprKind::logical_and:
      case ExprKind::logical_or:
        return {2, UINT32_MAX};
      case ExprKind::field:
      case ExprKind::negate:
      case ExprKind::logical_not:
      case ExprKind::forall:
      case ExprKind::exists:
      case ExprKind::count:
      case ExprKind::sum:
      case ExprKind::least:
      case ExprKind::greatest:
      case ExprKind::atom:
      case ExprKind::next:
      case ExprKind::finally:
      case ExprKind::globally:
      case ExprKind::for_all_paths:
      case ExprKind::exists_path:
        return {1, 1};
      case ExprKind::if_then_else:
        return {3, 3};
      default:
        return {2, 2};
    }
  }

  void expr(ast::ExprId id, int depth) {
    if (!complaint_.empty()) return;
    check(id.index() < tree_.exprs.size(), "an expression outside the arena");
    check(depth <= ast::max_depth, "deeper than max_depth");
    if (!complaint_.empty()) return;
    check(!seen_[id.index()], "an expression with two parents");
    seen_[id.index()] = true;
    const ast::Expr& e = tree_[id];
    span(e.span);
    span(e.operator_span);
    check(!strict_ || e.kind != ast::ExprKind::error, "an error node");
    if (!range(e.children, tree_.expr_children.size())) return;
    const auto [least, most] = arity(e.kind);
    check(e.children.size() >= least && e.children.size() <= most,
          fmt::format("kind {} with {} children", static_cast<int>(e.kind),
                      e.children.size()));
    for (auto i = e.children.begin; i < e.children.end; ++i) {
      const ast::ExprId child = tree_.expr_children[i];
      expr(child, depth + 1);
      if (!complaint_.empty()) return;
      const Span inner = tree_[child].span;
      check(tree_[child].kind == ast::ExprKind::error ||
                (e.span.begin <= inner.begin && inner.end <= e.span.end),
            "a child's span outside of its parent's");
    }
    binders(e.binders, depth + 1);
  }

  void type(ast::TypeId id, int depth) {
    if (!complaint_.empty()) return;
    check(id.index() < tree_.types.size(), "a type outside the arena");
    check(depth <= ast::max_depth, "a type deeper than max_depth");
    if (!complaint_.empty()) return;
    const ast::Type& t = tree_[id];
    span(t.span);
    check(!strict_ || t.kind != ast::TypeKind::error, "an error type");
    // Types may be shared by several variables, and so their sizes.
    for (const ast::ExprId size : {t.size, t.low, t.high}) {
      if (size.valid() && !seen_[size.index()]) expr(size, depth + 1);
    }
    if (t.element.valid()) type(t.element, depth + 1);
  }

  void stmts(Range r, int depth) {
    if (!range(r, tree_.stmt_children.size())) return;
    for (auto i = r.begin; i < r.end; ++i) stmt(tree_.stmt_children[i], depth);
  }
  void stmt(ast::StmtId id, int depth) {
    if (!complaint_.empty()) return;
    check(id.index() < tree_.stmts.size(), "a statement outside the arena");
    check(depth <= ast::max_depth, "statements deeper than max_depth");
    if (!complaint_.empty()) return;
    const ast::Stmt& s = tree_[id];
    span(s.span);
    check(!strict_ || s.kind != ast::StmtKind::error, "an error statement");
    exprs(s.targets, depth + 1);
    exprs(s.values, depth + 1);
    optional(s.condition, depth + 1);
    binders(s.binders, depth + 1);
    stmts(s.body, depth + 1);
    stmts(s.otherwise, depth + 1);
  }

  void items(Range r, int depth) {
    if (!range(r, tree_.item_children.size())) return;
    for (auto i = r.begin; i < r.end; ++i) item(tree_.item_children[i], depth);
  }
  void item(ast::ItemId id, int depth) {
    if (!complaint_.empty()) return;
    check(id.index() < tree_.items.size(), "an item outside the arena");
    check(depth <= ast::max_depth, "items deeper than max_depth");
    if (!complaint_.empty()) return;
    const ast::Item& i = tree_[id];
    span(i.span);
    check(!strict_ || i.kind != ast::ItemKind::error, "an error item");
    exprs(i.dimensions, depth + 1);
    for (const auto& argument : i.arguments) {
      word(argument.name);
      optional(argument.value, depth + 1);
    }
    if (i.type.valid()) type(i.type, depth + 1);
    optional(i.initial, depth + 1);
    exprs(i.ends, depth + 1);
    optional(i.expr, depth + 1);
    binders(i.binders, depth + 1);
    items(i.body, depth + 1);
    items(i.otherwise, depth + 1);
  }

  const ast::Tree& tree_;
  std::size_t size_;
  bool strict_;
  std::vector<bool> seen_;
  ast::ExprId last_initial_;
  std::string complaint_;
};

inline std::string malformed(const ast::Tree& tree, std::size_t text_size,
                             bool without_errors) {
  return WellFormed(tree, text_size, without_errors).complaint();
}

}  // namespace vicinal::network
