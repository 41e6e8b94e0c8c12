// SPDX-License-Identifier: MIT
#include "network/language/progress.hpp"

#include <algorithm>

namespace vicinal::network::inline language {

namespace {

// The child of an operator of one child; none: it is another one.
ExprId under(const Model& model, Op op, ExprId e) {
  return model[e].op == op ? model.child(model[e], 0) : ExprId::none();
}

// What stands in the braces of an atom.
ExprId in_braces(const Model& model, ExprId e) {
  return e.valid() ? under(model, Op::atom, e) : ExprId::none();
}

ExprId goal_of(const Model& model, ExprId e) {
  const ExprId inner = under(model, Op::finally, e);
  return inner.valid() ? in_braces(model, inner) : ExprId::none();
}

}  // namespace

std::optional<ProgressProperty> progress_of(const Model& model,
                                            const Property& property) {
  if (property.kind != ast::PropertyKind::ltl) return std::nullopt;
  ProgressProperty out;
  ExprId e = property.formula;
  while (model[e].op == Op::forall) {
    const Range& binders = model[e].binders;
    out.binders.insert(out.binders.end(), model.binders.begin() + binders.begin,
                       model.binders.begin() + binders.end);
    e = model.child(model[e], 0);
  }
  const ExprId always = under(model, Op::globally, e);
  if (!always.valid()) {
    out.shape = ProgressShape::once;
    out.goal = goal_of(model, e);
  } else if (model[always].op == Op::implies) {
    out.shape = ProgressShape::response;
    out.from = in_braces(model, model.child(model[always], 0));
    out.goal = goal_of(model, model.child(model[always], 1));
    if (!out.from.valid()) return std::nullopt;
  } else {
    out.shape = ProgressShape::again;
    out.goal = goal_of(model, always);
  }
  if (!out.goal.valid()) return std::nullopt;
  return out;
}

bool is_fair(const Model& model, ProcessId process, std::uint32_t item) {
  return std::ranges::any_of(model.fairness, [&](const Fairness& f) {
    return !f.global && f.process == process && f.item == item;
  });
}

}  // namespace vicinal::network::inline language
