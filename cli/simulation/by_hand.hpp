// SPDX-License-Identifier: MIT
// `vicinal simulate MODEL`: a run by hand, in the terminal or from a pipe, line
// by line.
#pragma once

#include "cli/session/asked_names.hpp"
#include "cli/session/load.hpp"
#include "explore/simulate/simulation.hpp"
#include "explore/simulate/starts.hpp"

namespace vicinal::cli::inline simulation {

// Reads commands from standard input until it ends. The run begins as given:
// at an initial state, or along a run that is stored. Returns exit_violated if
// a property was violated in a state that was seen, exit_undecided if a limit
// ended it, else exit_holds.
int run_by_hand(const Options& options, const Opened& opened,
                const Wanted& wanted, explore::Starts& starts,
                explore::Dice& dice, explore::Simulation simulation);

}  // namespace vicinal::cli::inline simulation
