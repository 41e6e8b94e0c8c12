// SPDX-License-Identifier: MIT
#include "tests/network/tree_text.hpp"

#include <fmt/format.h>

namespace vicinal::network {
namespace {

using ast::ExprKind;

std::string operator_text(ExprKind kind) {
  switch (kind) {
    case ExprKind::array:
      return "array";
    case ExprKind::index:
      return "[]";
    case ExprKind::negate:
      return "neg";
    case ExprKind::logical_not:
      return "!";
    case ExprKind::add:
      return "+";
    case ExprKind::subtract:
      return "-";
    case ExprKind::multiply:
      return "*";
    case ExprKind::divide:
      return "/";
    case ExprKind::modulo:
      return "%";
    case ExprKind::equal:
      return "==";
    case ExprKind::not_equal:
      return "!=";
    case ExprKind::less:
      return "<";
    case ExprKind::less_equal:
      return "<=";
    case ExprKind::greater:
      return ">";
    case ExprKind::greater_equal:
      return ">=";
    case ExprKind::logical_and:
      return "&&";
    case ExprKind::logical_or:
      return "||";
    case ExprKind::implies:
      return "=>";
    case ExprKind::iff:
      return "<=>";
    case ExprKind::if_then_else:
      return "if";
    case ExprKind::forall:
      return "forall";
    case ExprKind::exists:
      return "exists";
    case ExprKind::exactly:
      return "exactly";
    case ExprKind::atmost:
      return "atmost";
    case ExprKind::count:
      return "count";
    case ExprKind::sum:
      return "sum";
    case ExprKind::least:
      return "min";
    case ExprKind::greatest:
      return "max";
    case ExprKind::atom:
      return "{}";
    case ExprKind::next:
      return "X";
    case ExprKind::finally:
      return "F";
    case ExprKind::globally:
      return "G";
    case ExprKind::until:
      return "U";
    case ExprKind::weak_until:
      return "W";
    case ExprKind::release:
      return "R";
    case ExprKind::for_all_paths:
      return "A";
    case ExprKind::exists_path:
      return "E";
    default:
      return "error";
  }
}

std::string list(const ast::Tree& tree, Range range) {
  std::string result;
  for (auto i = range.begin; i < range.end; ++i) {
    if (i > range.begin) result += ' ';
    result += show(tree, tree.expr_children[i]);
  }
  return result;
}

std::string optional(const ast::Tree& tree, ast::ExprId id,
                     std::string_view prefix) {
  return id.valid() ? fmt::format("{}{}", prefix, show(tree, id)) : "";
}

}  // namespace

std::string show(const ast::Tree& tree, ast::ExprId id) {
  if (!id.valid()) return "-";
  const ast::Expr& e = tree[id];
  switch (e.kind) {
    case ExprKind::integer:
      return std::to_string(e.value);
    case ExprKind::boolean:
      return e.value != 0 ? "true" : "false";
    case ExprKind::name:
      return e.word.text;
    case ExprKind::field:
      return fmt::format("(. {} {})", list(tree, e.children), e.word.text);
    case ExprKind::call:
      return fmt::format("({}{}{})", e.word.text, e.children.empty() ? "" : " ",
                         list(tree, e.children));
    case ExprKind::error:
      return "error";
    default:
      break;
  }
  std::string result = "(" + operator_text(e.kind);
  if (!e.binders.empty()) result += " <" + show_binders(tree, e.binders) + ">";
  if (!e.children.empty()) result += " " + list(tree, e.children);
  return result + ")";
}

std::string show(const ast::Tree& tree, ast::TypeId id) {
  if (!id.valid()) return "-";
  const ast::Type& t = tree[id];
  switch (t.kind) {
    case ast::TypeKind::named:
      return t.word.text;
    case ast::TypeKind::range:
      return fmt::format("(.. {} {})", show(tree, t.low), show(tree, t.high));
    case ast::TypeKind::array:
      return fmt::format("(array {} {})", show(tree, t.size),
                         show(tree, t.element));
    case ast::TypeKind::reference:
      return fmt::format("(id {})", t.word.text);
    case ast::TypeKind::queue:
      return fmt::format("(queue {} {})", show(tree, t.size),
                         show(tree, t.element));
    default:
      return "error";
  }
}

std::string show_binders(const ast::Tree& tree, Range range) {
  std::string result;
  for (auto i = range.begin; i < range.end; ++i) {
    const ast::Binders& b = tree.binders[i];
    if (i > range.begin) result += ", ";
    for (const ast::Word& name : b.names) result += name.text + " ";
    result += "in ";
    result += b.domain.valid() ? show(tree, b.domain)
                               : fmt::format("(.. {} {})", show(tree, b.low),
                                             show(tree, b.high));
  }
  return result;
}

std::string show_statements(const ast::Tree& tree, Range range) {
  std::string result;
  for (auto i = range.begin; i < range.end; ++i) {
    const ast::Stmt& s = tree[tree.stmt_children[i]];
    if (i > range.begin) result += ' ';
    const auto body = [&] { return show_statements(tree, s.body); };
    switch (s.kind) {
      case ast::StmtKind::assign:
        result += fmt::format("(:= [{}] [{}])", list(tree, s.targets),
                              list(tree, s.values));
        break;
      case ast::StmtKind::branch:
        result += fmt::format("(if {} {{{}}} {{{}}})", show(tree, s.condition),
                              body(), show_statements(tree, s.otherwise));
        break;
      case ast::StmtKind::loop:
        result += fmt::format("(for <{}> {{{}}})",
                              show_binders(tree, s.binders), body());
        break;
      case ast::StmtKind::repeat:
        result +=
            fmt::format("(while {} {{{}}})", show(tree, s.condition), body());
        break;
      case ast::StmtKind::push:
        result += fmt::format("(push {} {})", list(tree, s.targets),
                              list(tree, s.values));
        break;
      case ast::StmtKind::pop:
        result += fmt::format("(pop {})", list(tree, s.targets));
        break;
      case ast::StmtKind::skip:
        result += "(skip)";
        break;
      case ast::StmtKind::error:
        result += "error";
        break;
    }
  }
  return result;
}

std::string show_items(const ast::Tree& tree, Range range) {
  std::string result;
  for (auto i = range.begin; i < range.end; ++i) {
    const ast::Item& item = tree[tree.item_children[i]];
    if (i > range.begin) result += ' ';
    const std::string sizes =
        item.dimensions.empty()
            ? ""
            : fmt::format(" [{}]", list(tree, item.dimensions));
    switch (item.kind) {
      case ast::ItemKind::node:
        result += fmt::format("(node {}{} {}", item.name.text, sizes,
                              item.process.text);
        for (const ast::Argument& a : item.arguments) {
          result +=
              a.value.valid()
                  ? fmt::format(" {}={}", a.name.text, show(tree, a.value))
                  : fmt::format(" {}<-{}", a.name.text, a.attribute.text);
        }
        result += ")";
        break;
      case ast::ItemKind::edge:
        result += fmt::format("(edge {}{} {}{}", item.name.text, sizes,
                              show(tree, item.type),
                              optional(tree, item.initial, " = "));
        if (!item.color.text.empty()) result += " color " + item.color.text;
        if (!item.via_write.text.empty()) {
          result += fmt::format(" via {}->{}", item.via_write.text,
                                item.via_read.text);
        }
        result += ")";
        break;
      case ast::ItemKind::connect:
        result += fmt::format("(connect {} to {})", list(tree, item.ends),
                              show(tree, item.expr));
        break;
      case ast::ItemKind::loop:
        result +=
            fmt::format("(for <{}> {{{}}})", show_binders(tree, item.binders),
                        show_items(tree, item.body));
        break;
      case ast::ItemKind::branch:
        result += fmt::format("(if {} {{{}}} {{{}}})", show(tree, item.expr),
                              show_items(tree, item.body),
                              show_items(tree, item.otherwise));
        break;
      case ast::ItemKind::init:
        result += fmt::format("(init {})", show(tree, item.expr));
        break;
      case ast::ItemKind::error:
        result += "error";
        break;
    }
  }
  return result;
}

}  // namespace vicinal::network
