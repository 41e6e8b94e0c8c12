// SPDX-License-Identifier: MIT
// explore, check --replay: checks traces that a report or another tool gives.
#pragma once

#include "cli/session/load.hpp"

namespace vicinal::cli::inline runs {

// Replays every trace in the file `options.replay`: a trace as --json prints
// it, or a whole report. A trace is accepted if it is a run of the model and,
// where it belongs to a property of a report, ends as a violation of that
// property does; of a temporal one, repeats for ever, is fair (unless all paths
// count), and does not satisfy the formula, as far as one path can tell.
// Returns exit_holds if all are accepted, else exit_usage: a wrong trace is bad
// input.
int replay_traces(const Options& options, Opened& opened);

}  // namespace vicinal::cli::inline runs
