// SPDX-License-Identifier: MIT
// Nested quantifiers are a level of recursion each; nesting is bounded.
#include "explore/premise.hpp"

#include "network/bindings.hpp"

namespace vicinal::explore {

using network::Expr;
using network::Op;

Premise::Premise(const network::Instance& instance, network::ExprId formula) {
  const network::Model& model = *instance.model;
  const Expr* e = &model[formula];
  while (e->op == Op::forall) {
    binders_.push_back(e->binders);
    e = &model[model.child(*e, e->children.size() - 1)];
  }
  if (e->op == Op::implies) premise_ = model.child(*e, 0);
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

}  // namespace vicinal::explore
