// SPDX-License-Identifier: MIT
// What the local invariant of one network says of another one (LS 4.4).
#pragma once

#include <optional>
#include <vector>

#include "decide/instances/instance.hpp"
#include "fixpoint/carried/carry.hpp"

namespace vicinal::decide::inline instances {

struct CarriedReport {
  fixpoint::Carried carried;
  std::vector<InstanceAnswer> answers;  // of the network it was carried to
};

// Carries the invariant of single nodes that `from` has to the instance of
// `to`, which is one of the same model, and answers from it what is asked:
// proved or unknown. Nothing is explored. None: there is a diagnostic (no
// initial state).
std::optional<CarriedReport> carry_to(const InstanceReport& from, Opened& to,
                                      const Asked& asked,
                                      const Allowance& allowance);

}  // namespace vicinal::decide::inline instances
