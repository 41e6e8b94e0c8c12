// SPDX-License-Identifier: MIT
// The local invariant of a family: for each wiring type one set of local
// states, the least fixpoint of LS (1)-(3) for k = 1, (6)-(9) for k = 2, and
// their like for larger k, over all types at once (design 7.4).
#pragma once

#include <vector>

#include "fixpoint/family/system.hpp"

namespace vicinal::fixpoint::inline family {

struct TypeInvariant {
  std::vector<fixpoint::StateSet> sets;  // per type of the system
  network::Limit limit = network::Limit::none;
  std::uint64_t local_states = 0;
  std::uint64_t local_steps = 0;
};

// States that an engine has missed are given as `more`, per type, or nothing.
TypeInvariant type_invariant(const TypeSystem& system,
                             const std::vector<fixpoint::StateSet>& more,
                             const network::Limits& limits);

}  // namespace vicinal::fixpoint::inline family
