// SPDX-License-Identifier: MIT
// Answers about one instance.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decide/question/allowance.hpp"
#include "decide/question/asked.hpp"
#include "decide/question/opened.hpp"
#include "fixpoint/implication/imply.hpp"
#include "fixpoint/reduction/splits.hpp"

namespace vicinal::decide::inline instances {

struct InstanceAnswer : Answer {
  bool undefined = false;  // evaluating it fails in a reachable state
  fixpoint::Implication implication;  // of the last invariant that was asked
  std::optional<network::Trace> trace;
};

// The exploration that followed where the local invariant was too weak.
struct RestExplored {
  std::uint64_t states = 0;
  std::string permutations;  // not empty: one state of each orbit under so many
  bool complete = false;
  network::Limit limit = network::Limit::none;
};

// What local engines are given, if they take the instance.
struct Locally {
  std::string not_taken;  // not empty: what they do not take
  std::shared_ptr<const fixpoint::Meetings> meetings;  // null: not found yet
};

struct InstanceReport {
  std::vector<InstanceAnswer> answers;
  // Not empty: what local engines do not take. Then they are not asked, and
  // everything is explored.
  std::string not_local;
  fixpoint::SingleInvariant invariant;
  std::optional<fixpoint::PairInvariant> pairs;  // if they were asked for
  // Why its classes are finer than the network's: by decide_instance.
  std::vector<fixpoint::Split> splits;
  std::optional<RestExplored> exploration;
  bool interrupted = false;
};

// The rules of an instance as views take them. Null: it has none, or there was
// no time to look, or there is a diagnostic of one that they do not take.
std::shared_ptr<const fixpoint::Meetings> taken_rules(
    const network::Instance& instance, const Allowance& allowance,
    network::Diagnostics& diagnostics);

Locally look_locally(const network::Instance& instance,
                     const Allowance& allowance);

// Of any instance of a model. None: it has no initial state, or there is a
// diagnostic of what it lacks.
std::optional<InstanceReport> answers_of(const network::Instance& instance,
                                         const Asked& asked, Locally locally,
                                         const Allowance& allowance,
                                         network::Diagnostics& diagnostics);

// Of an instance without errors. None: there is a diagnostic (no initial
// state). Warns of actions that never fire and of premises that are never true.
std::optional<InstanceReport> decide_instance(Opened& opened,
                                              const Asked& asked,
                                              Locally locally,
                                              const Allowance& allowance);

}  // namespace vicinal::decide::inline instances
