// SPDX-License-Identifier: MIT
// How often tests run of which each run takes long.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tests/random/random_model.hpp"

namespace vicinal::random_models {

// As `runs`, but where not all runs are made, as in `./check` and under
// sanitizers, once more half as many: for tests that take most of the time of
// their programs, and whose counts say as much of fewer.
inline std::uint64_t costly_runs(std::uint64_t usual) {
  if (runs(100) >= 100) return runs(usual);
  return std::max<std::uint64_t>(1, runs(usual) / 2);
}

}  // namespace vicinal::random_models
