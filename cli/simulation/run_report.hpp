// SPDX-License-Identifier: MIT
// `vicinal simulate --runs R`: what many random runs violate.
#pragma once

#include "cli/session/asked_names.hpp"
#include "cli/session/load.hpp"

namespace vicinal::cli::inline simulation {

// Makes the runs and prints what they violate, as text or JSON, and that they
// prove nothing. Returns exit_violated if something is violated,
// exit_undecided if something is asked and is not, or a limit was reached;
// exit_holds if nothing is asked: no invariant, no deadlock, `no model error`
// not by name.
int run_report(const Options& options, Opened& opened, const Wanted& wanted);

}  // namespace vicinal::cli::inline simulation
