// SPDX-License-Identifier: MIT
// explore --witness: a shortest run to a state in which an expression holds.
#pragma once

#include "cli/session/session.hpp"

namespace vicinal::cli::inline runs {

// Of a model with an instance. The exit code says whether there is one: 0 yes,
// 1 no, 3 a limit was reached before.
int find_witness(const Options& options, Opened& opened);

}  // namespace vicinal::cli::inline runs
