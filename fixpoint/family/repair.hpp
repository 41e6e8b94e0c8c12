// SPDX-License-Identifier: MIT
// Local states that the engine has missed: what an obligation that does not
// hold gives as an example.
#pragma once

#include <optional>
#include <vector>

#include "fixpoint/family/text.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::fixpoint::inline family {

// The local state of the type that is not in its set: initially, or after the
// step. None if the example does not show all of it.
std::optional<std::vector<network::Scalar>> missed_state(
    const ViewType& type, const TypeText& text,
    const obligations::Obligation& obligation,
    const obligations::Judgement& judgement);

}  // namespace vicinal::fixpoint::inline family
