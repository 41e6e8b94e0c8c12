// SPDX-License-Identifier: MIT
// Answers about one instance.
#pragma once

#include <cstdint>
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

// Of any instance of a model. `not_local`: as in the report. None: it has no
// initial state, or there is a diagnostic of what it lacks.
std::optional<InstanceReport> answers_of(const network::Instance& instance,
                                         const Asked& asked,
                                         std::string not_local,
                                         const Allowance& allowance,
                                         network::Diagnostics& diagnostics);

// Of an instance without errors. `not_local`: as in the report. None: there is
// a diagnostic (no initial state). Warns of actions that never fire and of
// premises that are never true.
std::optional<InstanceReport> decide_instance(Opened& opened,
                                              const Asked& asked,
                                              std::string not_local,
                                              const Allowance& allowance);

}  // namespace vicinal::decide::inline instances
