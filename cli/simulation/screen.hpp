// SPDX-License-Identifier: MIT
// `vicinal simulate --screen`: a run by hand on a whole terminal.
#pragma once

#include "cli/options/options.hpp"
#include "cli/simulation/hand.hpp"
#include "cli/simulation/terminal.hpp"

namespace vicinal::cli::inline simulation {

// Shows the state, the enabled steps and the last answer, and obeys keys until
// somebody quits. The same commands as line by line, and the same exit codes.
// The options are those of the hand, which does not list.
int run_on_screen(const Options& options, Hand& hand,
                  std::unique_ptr<Terminal> terminal);

}  // namespace vicinal::cli::inline simulation
