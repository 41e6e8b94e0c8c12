// SPDX-License-Identifier: MIT
#include "explore/replay.hpp"

#include <fmt/format.h>

#include "explore/initial.hpp"
#include "network/steps.hpp"

namespace vicinal::explore {

using network::Event;
using network::Instance;
using network::ModelError;
using network::Scalar;
using network::Step;

namespace {

// Why an event is no step of `before`; empty if it is.
std::optional<std::string> check_event(const Instance& instance,
                                       const network::Steps& steps,
                                       std::vector<Scalar>& before,
                                       const Event& event) {
  const std::string name =
      network::step_name(instance, event.actor, event.action);
  network::StepList list;
  steps.enabled(before.data(), list);
  const std::size_t width =
      action_of(instance, event.actor, event.action).binders.size();
  for (const Step& step : list.steps) {
    if (step.actor != event.actor || step.action != event.action) continue;
    if (!std::equal(event.binding.begin(), event.binding.end(),
                    list.frames.begin() + step.frame,
                    list.frames.begin() + step.frame +
                        static_cast<std::ptrdiff_t>(width))) {
      continue;
    }
    std::vector<Scalar> after = before;
    try {
      steps.apply(list, step, after.data());
    } catch (const ModelError& error) {
      if (event.error && event.error->kind == error.kind) return std::nullopt;
      return fmt::format("{} fails: {}", name, error_text(error.kind));
    }
    if (event.error) return fmt::format("{} does not fail", name);
    if (after != event.after) {
      return fmt::format("{} leads to another state", name);
    }
    before = std::move(after);
    return std::nullopt;
  }
  return fmt::format("{} is not enabled with these bindings", name);
}

// Whether evaluating guards, priorities or properties fails in a state.
bool state_fails(const Instance& instance, const network::Steps& steps,
                 std::vector<Scalar>& state) {
  network::StepList list;
  steps.enabled(state.data(), list);
  if (!list.problems.empty()) return true;
  std::vector<Scalar> frame(instance.model->frame);
  const network::Context context{network::whole(instance, state.data()),
                                 network::NodeId::none(), frame.data()};
  for (const network::Property& p : instance.model->properties) {
    if (p.kind != network::ast::PropertyKind::invariant &&
        p.kind != network::ast::PropertyKind::assertion) {
      continue;
    }
    try {
      steps.evaluator().holds(p.formula, context);
    } catch (const ModelError&) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<std::string> replay(const Instance& instance,
                                  const network::Trace& trace) {
  if (trace.initial.size() != instance.slot_count()) {
    return "the first state is not a state of this instance";
  }
  if (!is_initial(instance, trace.initial)) {
    return "the first state is not initial";
  }
  const network::Steps steps(instance);
  std::vector<Scalar> state = trace.initial;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    if (event.error && i + 1 != trace.events.size()) {
      return fmt::format("step {}: a failing step must be the last", i + 1);
    }
    if (const auto wrong = check_event(instance, steps, state, event)) {
      return fmt::format("step {}: {}", i + 1, *wrong);
    }
  }
  if (trace.error && !state_fails(instance, steps, state)) {
    return "the last state has no error";
  }
  return std::nullopt;
}

}  // namespace vicinal::explore
