// SPDX-License-Identifier: MIT
// As slow and plain as replay: tables and packing have no part in it.
#include "explore/search/failures.hpp"

#include "network/language/questions.hpp"

namespace vicinal::explore::inline search {

using network::Event;
using network::Instance;
using network::ModelError;
using network::Scalar;
using network::Step;
using network::StepList;

Event event_of(const Instance& instance, const StepList& list,
               const Step& step) {
  Event e;
  e.actor = step.actor;
  e.action = step.action;
  const network::Action& action = action_of(instance, step.actor, step.action);
  e.binding.assign(list.frames.begin() + step.frame,
                   list.frames.begin() + step.frame + action.binders.size());
  return e;
}

std::optional<ModelError> error_in(const Instance& instance,
                                   const network::Steps& steps,
                                   std::vector<Scalar> state,
                                   std::span<const network::ExprId> formulas) {
  StepList list;
  steps.enabled(state.data(), list);
  if (!list.problems.empty()) return list.problems[0].error;
  std::vector<Scalar> frame(instance.model->frame);
  const network::Context context{network::whole(instance, state.data()),
                                 network::NodeId::none(), frame.data()};
  for (const network::ExprId formula : formulas) {
    try {
      steps.evaluator().holds(formula, context);
    } catch (const ModelError& error) {
      return error;
    }
  }
  return std::nullopt;
}

bool is_model_error(const Instance& instance, const ModelError& error) {
  return error.kind != network::ErrorKind::overflow ||
         !network::has_integers(*instance.model);
}

std::optional<Event> failing_step(const Instance& instance,
                                  const network::Steps& steps,
                                  std::vector<Scalar> state,
                                  network::ProcessId process,
                                  std::uint32_t action) {
  StepList list;
  steps.enabled(state.data(), list);
  for (const Step& s : list.steps) {
    const auto of = s.actor.valid() ? instance.process_id(s.actor)
                                    : network::ProcessId::none();
    if (of != process || s.action != action) continue;
    std::vector<Scalar> after = state;
    try {
      steps.apply(list, s, after.data());
    } catch (const ModelError& error) {
      Event e = event_of(instance, list, s);
      e.error = error;
      return e;
    }
  }
  return std::nullopt;
}

}  // namespace vicinal::explore::inline search
