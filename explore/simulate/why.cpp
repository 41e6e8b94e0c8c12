// SPDX-License-Identifier: MIT
// A guard is taken apart at `&&`, and its parts are evaluated from left to
// right, as the guard is: the first that is not true decides.
#include "explore/simulate/why.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/language/conjuncts.hpp"
#include "network/semantics/bindings.hpp"
#include "network/semantics/refutation.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline simulate {

using network::ExprId;
using network::Op;
using network::Scalar;

namespace {

class Explanation {
 public:
  Explanation(const network::Instance& instance, std::span<const Scalar> state,
              network::NodeId actor, std::uint32_t action)
      : model_(*instance.model),
        action_(network::action_of(instance, actor, action)),
        evaluator_(instance),
        state_(state.begin(), state.end()),
        frame_(model_.frame),
        context_{network::whole(instance, state_.data()), actor,
                 frame_.data()} {}

  std::vector<Reason> run() {
    network::Bindings bindings(action_.binders, evaluator_, context_);
    for (;;) {
      network::poll();
      try {
        if (!bindings.next()) break;
      } catch (const network::ModelError& error) {
        add(Reason::domain).error = error;
        continue;
      }
      consider();
    }
    compete();
    if (reasons_.empty()) add(Reason::nothing);
    return std::move(reasons_);
  }

 private:
  Reason& add(Reason::Kind kind) {
    reasons_.emplace_back().kind = kind;
    return reasons_.back();
  }

  void consider() {
    Reason& reason = add(Reason::enabled);
    for (std::uint32_t b = action_.binders.begin; b < action_.binders.end;
         ++b) {
      reason.binding.push_back(frame_[model_.binders[b].slot]);
    }
    try {
      for (const ExprId part : network::conjuncts(model_, action_.guard)) {
        reason.expression = part;
        if (evaluator_.holds(part, context_)) continue;
        reason.kind = Reason::part;
        reason.witness = members(part);
        return;
      }
      reason.expression = action_.priority;
      if (action_.priority.valid()) {
        reason.priority = evaluator_.scalar(action_.priority, context_);
      }
    } catch (const network::ModelError& error) {
      reason.kind = Reason::fails;
      reason.error = error;
    }
  }

  std::vector<Scalar> members(ExprId id) {
    const network::Expr& e = model_[id];
    std::vector<Scalar> out;
    if (e.op != Op::forall ||
        !network::find_members(e, false, evaluator_, context_)) {
      return out;
    }
    for (std::uint32_t b = e.binders.begin; b < e.binders.end; ++b) {
      out.push_back(frame_[model_.binders[b].slot]);
    }
    return out;
  }

  // Of those that are enabled so far the greatest priority counts.
  void compete() {
    if (!action_.priority.valid()) return;
    Scalar greatest = INT64_MIN;
    for (const Reason& r : reasons_) {
      if (r.kind == Reason::enabled) greatest = std::max(greatest, r.priority);
    }
    for (Reason& r : reasons_) {
      if (r.kind != Reason::enabled || r.priority == greatest) continue;
      r.kind = Reason::held_back;
      r.greatest = greatest;
    }
  }

  const network::Model& model_;
  const network::Action& action_;
  network::Evaluator evaluator_;
  std::vector<Scalar> state_, frame_;
  network::Context context_;
  std::vector<Reason> reasons_;
};

}  // namespace

std::vector<Reason> why(const network::Instance& instance,
                        std::span<const Scalar> state, network::NodeId actor,
                        std::uint32_t action) {
  return Explanation(instance, state, actor, action).run();
}

}  // namespace vicinal::explore::inline simulate
