// SPDX-License-Identifier: MIT
// `vicinal simulate --steps N`: one random run, printed as it goes on.
#pragma once

#include "cli/session/asked_names.hpp"
#include "cli/session/load.hpp"
#include "explore/simulate/starts.hpp"

namespace vicinal::cli::inline simulation {

// As text, or as JSON, an object a line: the initial state ("initial", and of
// which model, sizes and seed), each step with the keys of a step of a trace
// and its number ("step"), and the end ("end": "steps", "deadlock", "error" or
// "limit"). "violated" names what is violated in a state; at the end, whatever
// was. Returns exit_violated if something was, exit_undecided if a limit ended
// it, else exit_holds.
int run_stream(const Options& options, const Opened& opened,
               const Wanted& wanted, explore::Starts& starts,
               explore::Dice dice);

}  // namespace vicinal::cli::inline simulation
