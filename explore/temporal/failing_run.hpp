// SPDX-License-Identifier: MIT
// A run to what fails.
#pragma once

#include "explore/temporal/formula.hpp"
#include "explore/temporal/graph.hpp"

namespace vicinal::explore::inline temporal {

// To the failure of a graph, if it has one: the last step fails, or something
// fails in the last state.
std::optional<network::Trace> failing_run(const network::Instance& instance,
                                          Graph& graph,
                                          const std::vector<Atom>& atoms);

}  // namespace vicinal::explore::inline temporal
