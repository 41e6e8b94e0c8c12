// SPDX-License-Identifier: MIT
// Global exploration: breadth-first over all reachable states of an instance,
// exact, with shortest traces (design 3.2, 5.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "network/verdict.hpp"

namespace vicinal::explore {

struct Options {
  // Which invariants to decide, by index into Model::properties; `no model
  // error` is decided as well if `model_errors`.
  std::vector<std::size_t> properties;
  bool model_errors = true;
  bool deadlock_is_violation = false;
  // Stop when all properties asked for are violated.
  bool stop_when_decided = false;
  // Everything but seconds and bytes is the same for any number.
  unsigned threads = 1;
  // Fewer states of a level are left to one thread.
  unsigned states_for_threads = 256;
  network::Limits limits;
};

struct PropertyResult {
  std::string name;  // as in the model, `no model error`, or `deadlock`
  network::Verdict verdict = network::Verdict::unknown;
  // A shortest one, of a violation. None: the time was up, or the run stopped,
  // before it was found again.
  std::optional<network::Trace> trace;
  // Evaluating it failed in a state that was judged while it was undecided:
  // in that state it is neither true nor false, and `no model error` is
  // violated, asked for or not.
  bool fails = false;
};

struct Exploration {
  std::uint64_t states = 0;       // stored
  std::uint64_t transitions = 0;  // enabled bindings of all stored states
  std::uint64_t depth = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t initial_states = 0;
  bool complete = false;
  network::Limit limit = network::Limit::none;
  std::vector<PropertyResult> properties;
  // Actions (process, number) and rules (none, number) that no step took.
  struct Unfired {
    network::ProcessId process;
    std::uint32_t action = 0;
  };
  std::vector<Unfired> unfired;
  // Properties, by index, whose premise (of a top-level implication under
  // universal quantifiers) held in no state. Only if complete.
  std::vector<std::size_t> vacuous;
  double seconds = 0;
  std::uint64_t peak_bytes = 0;  // of the tables
};

// Explores from all initial states. An initial condition that nothing
// satisfies gives 0 initial states and decides nothing: the caller reports it
// (V0508). A property that holds in all states is proved if the exploration
// was complete, else unknown; a violation stands even if it was not.
// `int` overflow ends with Limit::overflow and complete = false.
// Memory: about (packed state, rounded up to bytes, + 5 bytes) per state.
Exploration explore(const network::Instance& instance, const Options& options);

}  // namespace vicinal::explore
