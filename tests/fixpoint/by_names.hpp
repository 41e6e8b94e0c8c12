// SPDX-License-Identifier: MIT
// What local invariants say, held against the oracle.
#pragma once

#include "fixpoint/single/single.hpp"
#include "tests/oracle/oracle.hpp"

namespace vicinal::fixpoint_tests {

// theta of every node, by names and printed values.
oracle::Instance::Theta by_names(const network::Instance& instance,
                                 const fixpoint::SingleInvariant& invariant);

// Checks that what theta implies is true, and can be evaluated, in every
// reachable state. How many properties of the model it implies.
std::size_t check_implied(const network::Instance& instance,
                          const fixpoint::SingleInvariant& invariant,
                          const oracle::Exploration& exploration);

}  // namespace vicinal::fixpoint_tests
