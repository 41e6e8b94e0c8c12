// SPDX-License-Identifier: MIT
#include "explore/premise.hpp"

namespace vicinal::explore {

using network::Expr;
using network::Op;
using network::Scalar;

Premise::Premise(const network::Instance& instance, network::ExprId formula)
    : instance_(instance) {
  const network::Model& model = *instance.model;
  const Expr* e = &model[formula];
  while (e->op == Op::forall) {
    binders_.push_back(e->binders);
    e = &model[model.child(*e, e->children.size() - 1)];
  }
  if (e->op == Op::implies) premise_ = model.child(*e, 0);
}

bool Premise::some(const network::Evaluator& evaluator,
                   const network::Context& context, std::size_t level,
                   std::uint32_t at) const {
  if (level == binders_.size()) return evaluator.holds(premise_, context);
  if (at == binders_[level].end) {
    const std::uint32_t next =
        level + 1 < binders_.size() ? binders_[level + 1].begin : 0;
    return some(evaluator, context, level + 1, next);
  }
  const network::Binder& binder = instance_.model->binders[at];
  const network::Domain domain = domain_of(binder, evaluator, context);
  for (Scalar i = domain.begin; i < domain.end; ++i) {
    context.frame[binder.slot] =
        domain.use_list ? domain.listed[static_cast<std::size_t>(i)] : i;
    if (some(evaluator, context, level, at + 1)) return true;
  }
  return false;
}

bool Premise::holds(const network::Evaluator& evaluator,
                    const network::Context& context) const {
  try {
    return some(evaluator, context, 0,
                binders_.empty() ? 0 : binders_[0].begin);
  } catch (const network::ModelError&) {
    return true;
  }
}

}  // namespace vicinal::explore
