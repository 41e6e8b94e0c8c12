// SPDX-License-Identifier: MIT
// A step that fails leads nowhere: no line can be about the state after it.
#include "explore/conform/logged_steps.hpp"

#include <algorithm>

#include "explore/search/failures.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline conform {

using network::ModelError;

LoggedSteps::LoggedSteps(const network::Instance& instance)
    : instance_(instance),
      packing_(instance),
      tables_(instance, packing_),
      steps_(instance),
      state_(instance.slot_count()),
      after_(instance.slot_count()),
      packed_(packing_.words()) {}

void LoggedSteps::note(const ModelError& error) {
  if (!is_model_error(instance_, error)) overflowed_ = true;
}

void LoggedSteps::any(const std::uint64_t* state, PossibleStates& out) {
  network::poll();
  if (!tables_.expand(state, found_)) {
    packing_.unpack(state, state_);
    steps_.enabled(state_.data(), list_);
    slowly(out);
    return;
  }
  const std::uint64_t* other = found_.others.data();
  for (const std::uint32_t step : found_.steps) {
    network::poll();
    if (step >= network::Successors::other) {
      out.add(other);
      other += packing_.words();
      continue;
    }
    std::copy_n(state, packing_.words(), packed_.begin());
    tables_.apply(step, packed_.data());
    out.add(packed_.data());
  }
}

void LoggedSteps::slowly(PossibleStates& out) {
  for (const network::Problem& problem : list_.problems) note(problem.error);
  for (const network::Step& step : list_.steps) apply(step, out);
}

void LoggedSteps::apply(const network::Step& step, PossibleStates& out) {
  network::poll();
  after_ = state_;
  try {
    steps_.apply(list_, step, after_.data());
  } catch (const ModelError& error) {
    note(error);
    return;
  }
  packing_.pack(after_, packed_.data());
  out.add(packed_.data());
}

bool LoggedSteps::fits(const LoggedAction& action,
                       const network::Step& step) const {
  for (std::size_t b = 0; b < action.binding.size(); ++b) {
    if (action.binding[b] && *action.binding[b] != list_.frames[step.frame + b])
      return false;
  }
  return true;
}

void LoggedSteps::of(const std::uint64_t* state,
                     std::span<const LoggedAction> actions,
                     PossibleStates& out) {
  packing_.unpack(state, state_);
  for (const LoggedAction& action : actions) {
    network::poll();
    list_.clear();
    steps_.enabled_of(action.actor, action.action, state_.data(), list_);
    for (const network::Problem& problem : list_.problems) note(problem.error);
    for (const network::Step& step : list_.steps) {
      if (fits(action, step)) apply(step, out);
    }
  }
}

}  // namespace vicinal::explore::inline conform
