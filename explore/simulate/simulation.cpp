// SPDX-License-Identifier: MIT
// Every state of the run is stored, so that going back is exact and costs
// nothing.
#include "explore/simulate/simulation.hpp"

#include <stdexcept>
#include <utility>

#include "explore/search/failures.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline simulate {

using network::Event;

Simulation::Simulation(const network::Instance& instance, State initial)
    : Simulation(instance, network::Trace{std::move(initial), {}, {}}) {}

Simulation::Simulation(const network::Instance& instance, network::Trace run)
    : instance_(instance), steps_(instance), trace_(std::move(run)) {
  look();
}

// After a step that failed there is no state: the one before is shown.
const Simulation::State& Simulation::state_at(std::size_t step) const {
  if (step > 0 && trace_.events[step - 1].error) --step;
  return step == 0 ? trace_.initial : trace_.events[step - 1].after;
}

bool Simulation::failed() const {
  return at_ > 0 && trace_.events[at_ - 1].error.has_value();
}

network::Trace Simulation::trace_so_far() const {
  network::Trace trace{trace_.initial, {}, {}};
  trace.events.assign(trace_.events.begin(),
                      trace_.events.begin() + static_cast<std::ptrdiff_t>(at_));
  return trace;
}

void Simulation::look() {
  choices_.clear();
  problems_.clear();
  if (failed()) return;
  State state = this->state();
  network::StepList list;
  steps_.enabled(state.data(), list);
  problems_ = std::move(list.problems);
  for (const network::Step& step : list.steps) {
    network::poll();
    Event event = event_of(instance_, list, step);
    event.after = state;
    try {
      steps_.apply(list, step, event.after.data());
    } catch (const network::ModelError& error) {
      event.after.clear();
      event.error = error;
    }
    choices_.push_back(std::move(event));
  }
}

void Simulation::take(std::size_t choice) {
  const Event& taken = choices_.at(choice);
  const auto same = [&](const Event& e) {
    return e.actor == taken.actor && e.action == taken.action &&
           e.binding == taken.binding;
  };
  if (at_ == end() || !same(trace_.events[at_])) {
    trace_.events.resize(at_);
    trace_.error.reset();
    trace_.events.push_back(taken);
  }
  ++at_;
  look();
}

bool Simulation::take_random(Dice& dice) {
  if (choices_.empty()) return false;
  take(dice.below(choices_.size()));
  return true;
}

void Simulation::start(State initial) {
  trace_ = network::Trace{std::move(initial), {}, {}};
  go_to(0);
}

void Simulation::go_to(std::size_t step) {
  if (step > end()) throw std::out_of_range("Simulation: no such step");
  at_ = step;
  look();
}

}  // namespace vicinal::explore::inline simulate
