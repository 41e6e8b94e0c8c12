// SPDX-License-Identifier: MIT
// Checks that a trace is a run, step by step, with nothing of the explorer
// but the evaluator.
#pragma once

#include <optional>
#include <string>

#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline search {

// The text of what is wrong, naming the step; empty if the trace is a run: its
// first state is initial, every event is an enabled binding (after
// priorities) that leads to the state after it, errors are as stated.
std::optional<std::string> replay(const network::Instance& instance,
                                  const network::Trace& trace);

}  // namespace vicinal::explore::inline search
