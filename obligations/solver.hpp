// SPDX-License-Identifier: MIT
// How Z3 is set up and asked, whoever asks: by work, with the time that is
// left, and without taking Ctrl-C for itself. Not for use outside obligations.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <span>

#include "obligations/obligations.hpp"

namespace vicinal::obligations {

// `quick`: finds what is unsatisfiable sooner, and more often gives up. Returns
// the seconds that the solver was told to take at most: infinite without a
// limit of time.
double prepare(z3::solver& solver, std::uint64_t effort, bool quick);

// Asks, no longer than there is time, and a quarter of a second: `unknown` at
// the end of it. `told` has the seconds that the solver was told last, since to
// tell it takes as long as an easy question. Without a limit of time the answer
// is that of the work alone. Polls (network/base/budget.hpp).
z3::check_result check(z3::solver& solver,
                       std::span<const z3::expr> assumptions, double& told);

Answer answer_of(z3::check_result result);

}  // namespace vicinal::obligations
