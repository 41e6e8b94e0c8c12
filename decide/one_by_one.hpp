// SPDX-License-Identifier: MIT
// Where the instances that are asked of are few, each is decided by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "decide/allowance.hpp"
#include "decide/asked.hpp"
#include "decide/family.hpp"

namespace vicinal::decide {

// Asks every one of these sizes, the smallest first, for what is open in the
// report, by local invariants and then by exploration, with so much work for
// each. What every instance proves is proved; what one violates is violated;
// what one leaves open stays open, and is not asked of those that are left.
// Sizes at which the network cannot be built are no instances. Polls.
void decide_one_by_one(const Asked& asked, const Allowance& allowance,
                       std::vector<std::vector<network::Scalar>> sizes,
                       std::uint64_t work, FamilyReport& report);

}  // namespace vicinal::decide
