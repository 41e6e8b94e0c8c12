// SPDX-License-Identifier: MIT
// What a step makes of a guard is told from the values of its conjuncts.
#include "explore/coverage/guard_parts.hpp"

#include "network/language/conjuncts.hpp"

namespace vicinal::explore::inline coverage {

using network::Expr;
using network::ExprId;
using network::Op;

namespace {

struct Open {
  ExprId expr;
  unsigned depth = 0;
};

std::optional<bool> value_of(const network::Evaluator& evaluator, ExprId e,
                             const network::Context& context) {
  try {
    return evaluator.holds(e, context);
  } catch (const network::ModelError&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<GuardPart> parts_of_guard(const network::Model& model,
                                      ExprId guard) {
  std::vector<GuardPart> parts;
  std::vector<Open> open;
  for (const ExprId conjunct : network::conjuncts(model, guard)) {
    open.push_back({conjunct, 0});
    while (!open.empty()) {
      const Open next = open.back();
      open.pop_back();
      parts.push_back({next.expr, next.depth, 0, 0, 0, 0, 0});
      const Expr& e = model[next.expr];
      if (e.op != Op::logical_and && e.op != Op::logical_or) continue;
      for (std::uint32_t c = e.children.end; c-- > e.children.begin;) {
        open.push_back({model.expr_children[c], next.depth + 1});
      }
    }
  }
  return parts;
}

std::optional<bool> count_parts(const network::Evaluator& evaluator,
                                const network::Context& context,
                                std::vector<GuardPart>& parts) {
  std::optional<bool> guard = true;
  for (GuardPart& part : parts) {
    const std::optional<bool> value = value_of(evaluator, part.expr, context);
    if (!value) {
      ++part.failed;
    } else {
      ++(*value ? part.yes : part.no);
    }
    if (part.depth > 0) continue;
    if (guard && *guard) guard = value;
    if (guard && *guard) ++part.together;
  }
  return guard;
}

}  // namespace vicinal::explore::inline coverage
