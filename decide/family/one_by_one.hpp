// SPDX-License-Identifier: MIT
// Where the instances that are asked of are few, each is decided by itself.
#pragma once

#include <functional>
#include <vector>

#include "decide/family/family.hpp"
#include "decide/question/allowance.hpp"
#include "decide/question/asked.hpp"

namespace vicinal::decide::inline family {

// What may be spent from now on.
using Spending = std::function<network::Limits()>;

// Asks every one of these sizes, the smallest first, for what is open in the
// report, by local invariants and then by exploration, within `each` for
// each. What every instance proves is proved; what one violates is violated;
// what one leaves open stays open, and is not asked of those that are left.
// Sizes at which the network cannot be built are no instances. Polls.
void decide_one_by_one(const Asked& asked, const Allowance& allowance,
                       std::vector<std::vector<network::Scalar>> sizes,
                       const Spending& each, FamilyReport& report);

}  // namespace vicinal::decide::inline family
