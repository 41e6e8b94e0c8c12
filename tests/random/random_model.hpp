// SPDX-License-Identifier: MIT
// Random models, as text: well-typed, small, and of all shapes that the
// language has (networks written out; `int` is left to tests of its own).
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

struct Options {
  bool flat = false;  // rules and written shared variables, too
};

// The same seed and options give the same text. Most, not all, have at most
// 1000 initial valuations and some thousand reachable states; an initial
// condition may be unsatisfiable.
std::string random_model(std::uint64_t seed, const Options& options);

// How many runs a random test makes: `usual`, scaled by the environment
// variable VICINAL_TEST_BUDGET (percent).
std::uint64_t runs(std::uint64_t usual);

// Whether that is at least half as many, as `./check` makes: fewer need not
// meet what is rare, and examples are held to short forms then.
bool enough_runs();

}  // namespace vicinal::random_models
