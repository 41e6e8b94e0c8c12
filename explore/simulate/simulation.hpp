// SPDX-License-Identifier: MIT
// A run by hand: what is enabled, forwards, backwards, what is wrong with a
// state. Slow semantics only, which knows bindings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/simulate/dice.hpp"
#include "explore/simulate/wrong.hpp"
#include "network/semantics/steps.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline simulate {

class Simulation {
 public:
  using State = std::vector<network::Scalar>;

  // At an initial state, or at the beginning of a run. The instance must
  // outlive it.
  Simulation(const network::Instance& instance, State initial);
  Simulation(const network::Instance& instance, network::Trace run);

  // Steps from the beginning to here, and to the end of what is stored.
  std::size_t at() const { return at_; }
  std::size_t end() const { return trace_.length(); }
  const State& state() const { return state_at(at_); }
  const network::Trace& trace() const { return trace_; }
  // To here.
  network::Trace trace_so_far() const;
  // After the last step, which failed, there is nothing.
  bool failed() const;

  // The enabled bindings, in the order of Steps, with what they lead to.
  const std::vector<network::Event>& choices() const { return choices_; }

  // Takes one of them. What is stored behind here stays if it begins with this
  // step, and is forgotten if not.
  void take(std::size_t choice);
  // One at random; false: there is none.
  bool take_random(Dice& dice);
  // To the state after so many steps, at most end().
  void go_to(std::size_t step);

  // Anew, at another initial state.
  void start(State initial);

  // Errors of guards, priorities and domains here.
  const std::vector<network::Problem>& problems() const { return problems_; }

  // What of these invariants is wrong here.
  std::vector<Wrong> wrong(const std::vector<std::size_t>& properties) const {
    return wrong_in(steps_.evaluator(), state(), properties);
  }

 private:
  const State& state_at(std::size_t step) const;
  void look();

  const network::Instance& instance_;
  network::Steps steps_;
  network::Trace trace_;
  std::size_t at_ = 0;
  std::vector<network::Event> choices_;
  std::vector<network::Problem> problems_;
};

}  // namespace vicinal::explore::inline simulate
