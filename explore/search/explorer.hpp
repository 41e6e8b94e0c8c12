// SPDX-License-Identifier: MIT
// Global exploration: breadth-first over all reachable states of an instance,
// exact, with shortest traces (design 3.2, 5.1).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/checkpoint/keeper.hpp"
#include "network/semantics/verdict.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline search {

using symmetry::ModelSymmetry;

struct Options {
  // Which invariants to decide, by index into Model::properties; `no model
  // error` is decided as well if `model_errors`: then all invariants and
  // assertions of the model are evaluated.
  std::vector<std::size_t> properties;
  bool model_errors = true;
  // What is proved already: properties that hold, and so never fail; that no
  // step, guard or priority fails. They are not decided, but looked at in every
  // state, and the search ends where one is refuted.
  std::vector<std::size_t> known_to_hold;
  bool known_not_to_fail = false;
  bool deadlock_is_violation = false;
  // Stop when all properties asked for are violated.
  bool stop_when_decided = false;
  // Everything but seconds and bytes is the same for any number.
  unsigned threads = 1;
  // Fewer states of a level are left to one thread.
  unsigned states_for_threads = 256;
  network::Limits limits;
  // What follows states with an `int` that is farther from 0 is left out, as
  // behind an overflow: a search that finds no end goes deep before it goes
  // far.
  std::optional<network::Scalar> integers_within;
  // Of initial states those are left out with an `int` that is farther from 0,
  // where nothing says its value: most searches would meet nothing but initial
  // states. Only `explore` looks at it.
  std::optional<network::Scalar> starts_within;
  // Of initial states that differ in nothing but what nothing reads one is
  // enough: the others do the same. Then there are fewer states, and the same
  // answers. Only `explore` looks at it.
  bool unread_once = false;
  // Store one state of each orbit: the symmetry that model_symmetry found for
  // these properties. Null: store all states.
  const ModelSymmetry* symmetry = nullptr;
  // Saves now and then, and at its end, what the search has done, and, where it
  // resumes, goes on from what was saved: with the same answer as a search that
  // was never interrupted. Nothing may be known. Null: neither.
  Keeper* keeper = nullptr;
  // Called with every stored state, in their order, when the search has ended.
  std::function<void(std::span<const network::Scalar> state)> each_state;
};

// What is known of a property. Whether it could be evaluated, and whether there
// was a state to evaluate it in, is a part of the answer, so that no answer can
// be `proved` without them.
enum class Outcome : std::uint8_t {
  open,       // some states were not looked at, or there are none
  holds,      // in all reachable states, of which there are some
  undefined,  // it is false in none that was judged, but evaluating it fails in
              // one: there it is neither true nor false, and `no model error`
              // is violated, asked for or not
  violated,   // it is false in one
};

struct PropertyResult {
  std::string name;  // as in the model, `no model error`, or `deadlock`
  Outcome outcome = Outcome::open;
  // A shortest one, of a violation. None: the time was up, or the run stopped,
  // before it was found again.
  std::optional<network::Trace> trace;

  network::Verdict verdict() const;
};

// What was said to be proved, and a run that says otherwise. None: the time
// was up before it was found again.
struct Refutation {
  std::string name;
  std::optional<network::Trace> trace;
};

// Of a search that puts states on a disk.
struct DiskUse {
  std::uint64_t peak_bytes = 0;
  std::string error;  // of Limit::disk: a sentence
};

struct Exploration {
  std::uint64_t states = 0;       // stored
  std::uint64_t transitions = 0;  // enabled bindings of all stored states
  std::uint64_t depth = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t initial_states = 0;
  bool complete = false;
  bool starts_left_out = false;  // initial states, see Options::starts_within
  // Nothing satisfies the initial condition (V0508): there are no states, and
  // nothing holds in them.
  bool unsatisfiable = false;
  network::Limit limit = network::Limit::none;
  // What a search on disk worked with. To free memory and files takes seconds
  // where there was much of them, for which no report has to wait.
  std::shared_ptr<void> leftovers;
  std::vector<PropertyResult> properties;
  // Of what was known: somebody is wrong, and no answer is one.
  std::optional<Refutation> refuted;
  // Not empty: why what was saved is of no use. Then nothing was explored.
  std::string not_resumed;
  // Not empty: why what this search has done was not saved at its end.
  std::string not_saved;
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
  std::optional<DiskUse> disk;
};

// What is asked, undecided: properties, then `no model error`, then `deadlock`.
std::vector<PropertyResult> open_properties(const network::Instance& instance,
                                            const Options& options);

// Properties that are not asked and evaluated nevertheless, because that may
// fail. By index into Model::properties.
std::vector<std::size_t> unasked_properties(const network::Instance& instance,
                                            const Options& options);

// Actions of the processes that there are, and rules, of which `fired` is
// false.
std::vector<Exploration::Unfired> unfired_of(
    const network::Instance& instance,
    const std::function<bool(network::ProcessId, std::uint32_t)>& fired);

// Explores from all initial states. A property that holds in all states, and
// can be evaluated in each, is proved if the exploration was complete and there
// is a state, else unknown; a violation stands even if it was not complete.
// `int` overflow ends with Limit::overflow and complete = false.
// Memory: about (packed state, rounded up to bytes, + 5 bytes) per state.
Exploration explore(const network::Instance& instance, const Options& options);

}  // namespace vicinal::explore::inline search
