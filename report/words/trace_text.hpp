// SPDX-License-Identifier: MIT
// Runs as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "network/base/limits.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::report::inline words {

// A run: all values at the start, then a line for each step with what it
// changes.
std::string trace_text(const network::Instance& instance,
                       const network::Trace& trace);

// The parts of it. `    label  part, part, ...` in lines of at most 79 columns
// where possible; a label that is wider than its column has a line of its own.
std::string labelled(const std::string& label, std::size_t label_width,
                     const std::vector<std::string>& parts);
// The places whose values differ from those before, "s[0].phase = hungry"; all
// without a `before`.
std::vector<std::string> values_text(
    const network::Instance& instance,
    const std::vector<network::NamedPlace>& places,
    const std::vector<network::Scalar>* before,
    const std::vector<network::Scalar>& now);
// What a step does: these, or how it fails.
std::vector<std::string> effect_text(
    const network::Instance& instance,
    const std::vector<network::NamedPlace>& places, const network::Event& event,
    const std::vector<network::Scalar>& before);
// "12:3: division by zero", with the file where that is not the model's.
std::string error_at(const network::Instance& instance,
                     const network::ModelError& error);

// "s[0].want", "move(d = 0, target = 2)".
std::string step_text(const network::Instance& instance, network::NodeId actor,
                      std::uint32_t action,
                      std::span<const network::Scalar> binding);

// "by a run of 4 steps", "in an initial state".
std::string steps_count(std::size_t steps);
// The same of the run that violates a property, if it was found.
std::string run_length(const std::optional<network::Trace>& run);

// "the limit of time was reached", "interrupted".
std::string limit_text(network::Limit limit);

}  // namespace vicinal::report::inline words
