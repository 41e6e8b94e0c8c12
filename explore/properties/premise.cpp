// SPDX-License-Identifier: MIT
// Nested quantifiers are a level of recursion each; nesting is bounded.
#include "explore/properties/premise.hpp"

#include <utility>

#include "network/semantics/bindings.hpp"

namespace vicinal::explore::inline properties {

using network::Expr;
using network::Op;

Prenex prenex(const network::Model& model, network::ExprId formula) {
  Prenex out;
  out.body = formula;
  while (model[out.body].op == Op::forall) {
    const Expr& e = model[out.body];
    out.binders.push_back(e.binders);
    out.body = model.child(e, e.children.size() - 1);
  }
  return out;
}

Premise::Premise(const network::Instance& instance, network::ExprId formula) {
  Prenex p = prenex(*instance.model, formula);
  binders_ = std::move(p.binders);
  const Expr& e = (*instance.model)[p.body];
  if (e.op == Op::implies) premise_ = instance.model->child(e, 0);
}

bool Premise::some(const network::Evaluator& evaluator,
                   const network::Context& context, std::size_t level) const {
  if (level == binders_.size()) return evaluator.holds(premise_, context);
  network::Bindings bindings(binders_[level], evaluator, context);
  while (bindings.next()) {
    if (some(evaluator, context, level + 1)) return true;
  }
  return false;
}

bool Premise::holds(const network::Evaluator& evaluator,
                    const network::Context& context) const {
  try {
    return some(evaluator, context, 0);
  } catch (const network::ModelError&) {
    return true;
  }
}

}  // namespace vicinal::explore::inline properties
