// SPDX-License-Identifier: MIT
// Slow and plain on purpose: each state's enabled bindings are computed anew by
// Steps, the event is looked for among them, applied, and compared slot by
// slot. Tables, programs, packing and the store have no part in it.
#include "explore/search/replay.hpp"

#include <fmt/format.h>

#include "explore/search/initial_states.hpp"
#include "network/semantics/steps.hpp"

namespace vicinal::explore::inline search {

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

// Whether evaluating guards, priorities, their bindings or properties fails in
// a state with an error of this kind.
bool state_fails(const Instance& instance, const network::Steps& steps,
                 std::vector<Scalar>& state, network::ErrorKind kind) {
  network::StepList list;
  steps.enabled(state.data(), list);
  for (const network::Problem& problem : list.problems) {
    if (problem.error.kind == kind) return true;
  }
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
    } catch (const ModelError& error) {
      if (error.kind == kind) return true;
    }
  }
  return false;
}

// Whether there is such an action at all.
bool exists(const Instance& instance, const Event& event) {
  if (!event.actor.valid()) {
    return event.action < instance.model->rules.size();
  }
  return event.actor.index() < instance.family_of.size() &&
         event.action < instance.process(event.actor).actions.size();
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
    if (!exists(instance, event)) {
      return fmt::format("step {}: there is no such action", i + 1);
    }
    if (const auto wrong = check_event(instance, steps, state, event)) {
      return fmt::format("step {}: {}", i + 1, *wrong);
    }
  }
  if (!trace.error) return std::nullopt;
  if (!trace.events.empty() && trace.events.back().error) {
    return "there is no state after a failing step";
  }
  if (!state_fails(instance, steps, state, trace.error->kind)) {
    return fmt::format("the last state has no error: {}",
                       error_text(trace.error->kind));
  }
  return std::nullopt;
}

}  // namespace vicinal::explore::inline search
