// SPDX-License-Identifier: MIT
// Local invariants as the oracle prints them.
#pragma once

#include "fixpoint/single/single.hpp"
#include "tests/oracle/oracle.hpp"

namespace vicinal::fixpoint_tests {

// theta of every node, by names and printed values.
oracle::Instance::Theta by_names(const network::Instance& instance,
                                 const fixpoint::SingleInvariant& invariant);

}  // namespace vicinal::fixpoint_tests
