// SPDX-License-Identifier: MIT
// Whether a log is a run of the model. A line is a step, and says of it and of
// the state after it what it says; the first line, if it names no action, is an
// initial state. Kept is the set of all states that are possible:
//
//   line 1, without an action   the states of H(initial) that it does not
//                               contradict
//   any other line              the states after a step from H(possible) that
//                               it allows, that it does not contradict
//
// H adds what any number of hidden steps leads to. With `stutter` a line
// without an action may be no step: states of H(possible) that it does not
// contradict remain possible.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explore/conform/logged_steps.hpp"
#include "network/base/budget.hpp"

namespace vicinal::explore::inline conform {

struct ConformOptions {
  bool stutter = false;
  std::vector<LoggedAction> hidden;
};

class Conformance {
 public:
  // The instance and the budget must outlive it. Loops poll, and whoever polls
  // a budget may get LimitReached; so may who asks for more memory than it has.
  // After that it is of no use.
  Conformance(const network::Instance& instance, ConformOptions options,
              const network::Budget& budget);

  // Takes the next line. False: no possible state can do it; then possible()
  // is as before, and reached() are the states that steps were looked for from
  // (for the first line, those that are not contradicted by it are none).
  bool take(const Observation& line);

  // All states that are possible after the lines taken so far; before the first
  // one there are none.
  const PossibleStates& possible() const { return possible_; }
  const PossibleStates& reached() const { return reached_; }
  std::uint64_t most_states() const { return most_; }
  bool started() const { return started_; }
  const ConformOptions& options() const { return options_; }

  // A number left 64 bits: states may be missing, so that a line that cannot
  // follow says nothing.
  bool overflowed() const { return steps_.overflowed(); }

  const network::Packing& packing() const { return steps_.packing(); }

  // Of the initial states, hidden steps left out, for who explains: as many as
  // `most`. False: there are more.
  bool initial(std::size_t most, PossibleStates& out) const;

 private:
  bool begin(const Observation& line);
  void begin_from(const network::Instance& from);
  void close();
  bool filter(const Observation& line, PossibleStates& from);
  void look() const;

  const network::Instance& instance_;
  ConformOptions options_;
  const network::Budget& budget_;
  LoggedSteps steps_;
  PossibleStates possible_, reached_, next_, frontier_;
  std::uint64_t most_ = 0, looked_ = 0;
  bool started_ = false;
};

// Whether a packed state is none that the line contradicts.
bool agrees(const network::Packing& packing, const Observation& line,
            const std::uint64_t* state);

}  // namespace vicinal::explore::inline conform
