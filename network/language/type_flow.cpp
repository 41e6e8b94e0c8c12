// SPDX-License-Identifier: MIT
// The table of type_flow.hpp, line by line. Arrays are followed to their
// elements; all else is decided by the two kinds.
#include "network/language/type_flow.hpp"

namespace vicinal::network::inline language {

namespace {

// Whether every number of the one type is one of the other, at every size.
bool within(const Model& model, const Type& value, const Type& target) {
  if (target.kind == TypeKind::integer) return true;
  if (value.kind == TypeKind::integer) return false;
  const auto literal = [&](ExprId e) { return model[e].op == Op::literal; };
  const bool low = same_expr(model, value.low, target.low) ||
                   (literal(value.low) && literal(target.low) &&
                    model[value.low].value >= model[target.low].value);
  const bool high = same_expr(model, value.high, target.high) ||
                    (literal(value.high) && literal(target.high) &&
                     model[value.high].value <= model[target.high].value);
  return low && high;
}

}  // namespace

bool same_expr(const Model& model, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!a.valid() || !b.valid()) return false;
  const Expr& x = model[a];
  const Expr& y = model[b];
  if (x.op != y.op || x.item != y.item || x.value != y.value ||
      x.children.size() != y.children.size() || !x.binders.empty() ||
      !y.binders.empty()) {
    return false;
  }
  for (std::uint32_t i = 0; i < x.children.size(); ++i) {
    if (!same_expr(model, model.child(x, i), model.child(y, i))) return false;
  }
  return true;
}

Flow flow(const Model& model, TypeId value, TypeId target) {
  if (value == target) return Flow::same;
  const Type& v = model[value];
  const Type& t = model[target];
  // An error was reported; nothing is added to it.
  if (v.kind == TypeKind::error || t.kind == TypeKind::error) return Flow::same;
  if (v.numeric() && t.numeric()) {
    return within(model, v, t) ? Flow::same : Flow::checked;
  }
  if (v.kind == TypeKind::node && t.kind == TypeKind::reference) {
    return t.family.valid() ? Flow::checked : Flow::refused;
  }
  if (v.kind != t.kind) return Flow::refused;
  bool alike = false;
  switch (v.kind) {
    case TypeKind::array:
      alike = same_expr(model, v.size, t.size);
      break;
    case TypeKind::node_array:
      alike = v.family == t.family;
      break;
    case TypeKind::reference:
      return v.family.valid() ? Flow::refused : Flow::same;
    case TypeKind::node:
      // Of a family where any of the process will do.
      return v.process == t.process && !t.family.valid() ? Flow::same
                                                         : Flow::refused;
    default:
      break;
  }
  return alike ? flow(model, v.element, t.element) : Flow::refused;
}

bool stored(const Model& model, ExprId id) {
  const Expr* e = &model[id];
  while (e->op == Op::field || e->op == Op::element || e->op == Op::head) {
    e = &model[model.child(*e, 0)];
  }
  return e->op == Op::variable || e->op == Op::edge_value ||
         e->op == Op::shared;
}

bool needs_check(const Model& model, ExprId value, TypeId target) {
  return !stored(model, value) ||
         flow(model, model[value].type, target) != Flow::same;
}

}  // namespace vicinal::network::inline language
