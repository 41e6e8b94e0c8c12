// SPDX-License-Identifier: MIT
// Why an action is not enabled, as text.
#pragma once

#include <string>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::cli::inline simulation {

// For an action of a node, "s[0].want", of all nodes that have it, "want", or a
// rule: why it is enabled or not in a state, for each node and binding; those
// that are alike are counted. A name that means nothing gives a line that says
// so. Polls.
std::string reason_text(const network::Instance& instance,
                        const std::vector<network::Scalar>& state,
                        const std::string& name);

}  // namespace vicinal::cli::inline simulation
