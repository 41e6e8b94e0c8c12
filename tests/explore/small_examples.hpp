// SPDX-License-Identifier: MIT
// The examples whose states are small: for what tests ask of each of them.
#pragma once

#include <functional>

#include "tests/random/loaded.hpp"

namespace vicinal::test {

// Calls `look` for each example of at most 200 slots at its default sizes, with
// its path in INFO; those that need a graph are left out.
void each_small_example(
    const std::function<void(const random_models::Loaded&)>& look);

}  // namespace vicinal::test
