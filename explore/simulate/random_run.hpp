// SPDX-License-Identifier: MIT
// One random run, step by step, by the slow semantics: the same as that of Walk
// with the same dice, with all that is to be said of its steps.
#pragma once

#include <optional>
#include <vector>

#include "explore/simulate/dice.hpp"
#include "network/semantics/steps.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline simulate {

// The step with this number among those that are enabled in the state, as an
// event, with what it leads to or how it fails. None: there are not so many.
std::optional<network::Event> event_at(const network::Instance& instance,
                                       const network::Steps& steps,
                                       std::vector<network::Scalar> state,
                                       std::uint64_t number);

class RandomRun {
 public:
  // The instance must outlive it.
  RandomRun(const network::Instance& instance,
            std::vector<network::Scalar> initial, Dice dice);

  const std::vector<network::Scalar>& state() const { return state_; }
  // Errors of guards, priorities and domains there.
  const std::vector<network::Problem>& problems() const {
    return list_.problems;
  }
  // How many steps are enabled there.
  std::size_t enabled() const { return list_.steps.size(); }

  // Goes on by one step; one that fails is the last. None: a deadlock, or the
  // end. Polls.
  std::optional<network::Event> next();

 private:
  const network::Instance& instance_;
  network::Steps steps_;
  std::vector<network::Scalar> state_;
  Dice dice_;
  network::StepList list_;
};

}  // namespace vicinal::explore::inline simulate
