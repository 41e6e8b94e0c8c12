// SPDX-License-Identifier: MIT
// `vicinal simulate MODEL`: a run by hand, in the terminal or from a pipe, line
// by line.
#pragma once

#include "cli/options/options.hpp"
#include "cli/simulation/hand.hpp"

namespace vicinal::cli::inline simulation {

// Reads commands from standard input until it ends, and prints the answers.
// Returns exit_violated if a property was violated in a state that was seen,
// exit_undecided if a limit ended it, else exit_holds.
int run_by_hand(const Options& options, Hand& hand);

}  // namespace vicinal::cli::inline simulation
