// SPDX-License-Identifier: MIT
// Runs that repeat for ever, judged by what they are said to be: with nothing
// of the search that found them.
#pragma once

#include <optional>
#include <string>

#include "explore/temporal/formula.hpp"
#include "explore/temporal/graph.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline temporal {

// What is wrong with a run, a trace that replays, that repeats for ever after
// `loop` steps: it does not come back to that state, or (a loop of no steps) it
// could go on; or it is not fair, where only fair paths count. Empty: nothing.
std::optional<std::string> wrong_loop(const network::Instance& instance,
                                      const network::Trace& trace,
                                      std::size_t loop, Paths paths);

// Whether a path formula holds on it. None: it has path quantifiers in it,
// which one path does not decide. Throws ModelError.
std::optional<bool> holds_on(const network::Instance& instance,
                             const network::Trace& trace, std::size_t loop,
                             const Formulas& formulas,
                             const std::vector<Atom>& atoms, FormulaId path);

}  // namespace vicinal::explore::inline temporal
