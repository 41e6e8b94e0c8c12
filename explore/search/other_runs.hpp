// SPDX-License-Identifier: MIT
// Other shortest runs than the one that a search found.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline search {

// What runs have to end in, as the given one does.
struct Ending {
  enum class Kind : std::uint8_t { property, deadlock, error };
  Kind kind = Kind::property;
  network::ExprId formula;  // of a property: it is false
  // Of an error in a state: what is evaluated there, besides guards.
  std::vector<network::ExprId> formulas;
};

// At most `most` runs from initial states that are as long as the given one,
// which is a shortest, and end likewise; no two of them, nor it, by the same
// step into the same state. Those whose last steps are of different actions
// come first, in the order of states by level; then second ones of each action,
// and so on. Where the budget is used up, there are
// those that were found until then.
//
// Breadth first to the length of the run, by the slow semantics, whatever
// symmetry the search used: some 100,000 steps a second, 60 bytes and more a
// state.
struct OtherRuns {
  std::vector<network::Trace> traces;
  network::Limit limit = network::Limit::none;  // there may be more
};
OtherRuns other_runs(const network::Instance& instance, const Ending& ending,
                     const network::Trace& given, std::size_t most,
                     const network::Budget& budget);

}  // namespace vicinal::explore::inline search
