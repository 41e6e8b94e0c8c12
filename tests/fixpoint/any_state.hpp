// SPDX-License-Identifier: MIT
// States that need not be reachable.
#pragma once

#include <random>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint_tests {

// A state with any values within their bounds. What is behind the end of a
// queue is as the evaluator leaves it.
std::vector<network::Scalar> any_state(const network::Instance& instance,
                                       std::mt19937_64& random);

}  // namespace vicinal::fixpoint_tests
