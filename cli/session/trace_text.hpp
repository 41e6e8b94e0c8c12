// SPDX-License-Identifier: MIT
// Runs as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "network/semantics/verdict.hpp"

namespace vicinal::cli::inline session {

// A run: all values at the start, then a line for each step with what it
// changes.
std::string trace_text(const network::Instance& instance,
                       const network::Trace& trace);

// "s[0].want", "move(d = 0, target = 2)".
std::string step_text(const network::Instance& instance, network::NodeId actor,
                      std::uint32_t action,
                      std::span<const network::Scalar> binding);

// "by a run of 4 steps", "in an initial state".
std::string steps_count(std::size_t steps);
// The same of the run that violates a property, if it was found.
std::string run_length(const std::optional<network::Trace>& run);

}  // namespace vicinal::cli::inline session
