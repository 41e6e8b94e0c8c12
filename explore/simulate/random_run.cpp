// SPDX-License-Identifier: MIT
// One roll for each state with something enabled, as Walk does.
#include "explore/simulate/random_run.hpp"

#include <utility>

#include "explore/search/failures.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline simulate {

using network::Event;
using network::Scalar;

namespace {

Event taken(const network::Instance& instance, const network::Steps& steps,
            const network::StepList& list, const network::Step& step,
            std::vector<Scalar> state) {
  Event event = event_of(instance, list, step);
  try {
    steps.apply(list, step, state.data());
    event.after = std::move(state);
  } catch (const network::ModelError& error) {
    event.error = error;
  }
  return event;
}

}  // namespace

std::optional<Event> event_at(const network::Instance& instance,
                              const network::Steps& steps,
                              std::vector<Scalar> state, std::uint64_t number) {
  network::StepList list;
  steps.enabled(state.data(), list);
  if (number >= list.steps.size()) return std::nullopt;
  return taken(instance, steps, list, list.steps[number], std::move(state));
}

RandomRun::RandomRun(const network::Instance& instance,
                     std::vector<Scalar> initial, Dice dice)
    : instance_(instance),
      steps_(instance),
      state_(std::move(initial)),
      dice_(dice) {
  steps_.enabled(state_.data(), list_);
}

std::optional<Event> RandomRun::next() {
  network::poll();
  if (list_.steps.empty()) return std::nullopt;
  const std::uint64_t chosen = dice_.below(list_.steps.size());
  Event event = taken(instance_, steps_, list_, list_.steps[chosen], state_);
  if (event.error) {
    list_.clear();
  } else {
    state_ = event.after;
    steps_.enabled(state_.data(), list_);
  }
  return event;
}

}  // namespace vicinal::explore::inline simulate
