// SPDX-License-Identifier: MIT
// Small instances as a guess at all of them (LS section 6, "invisible
// invariants"): the strongest local invariant of one instance, read as sets of
// local states per wiring type. Whether they are an invariant of every size is
// for obligations to say; LS Theorem 9 is not used.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fixpoint/family/family_engine.hpp"

namespace vicinal::fixpoint::inline family {

struct Generalized {
  TypeInvariant invariant;
  // Types that the instance does not show have the states of the smallest
  // sample that does: which one, per type; none: the instance itself.
  std::vector<std::optional<std::uint32_t>> from;
};

// For k = 1 and 2. None, with `refused` saying why: the instance is none of the
// samples of the system (it cannot be built, or is too large), or the limits
// were reached.
std::optional<Generalized> generalized(
    const TypeSystem& system, const std::vector<network::Scalar>& parameters,
    const network::Limits& limits, std::string& refused);

}  // namespace vicinal::fixpoint::inline family
