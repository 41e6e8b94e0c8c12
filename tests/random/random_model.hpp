// SPDX-License-Identifier: MIT
// Random models, as text: well-typed, small, and of all shapes that the
// language has.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

struct Options {
  bool flat = false;  // rules and written shared variables, too
};

// The same seed and options give the same text.
std::string random_model(std::uint64_t seed, const Options& options);

// How many runs a random test makes: `usual`, scaled by the environment
// variable VICINAL_TEST_BUDGET (percent).
std::uint64_t runs(std::uint64_t usual);

}  // namespace vicinal::random_models
