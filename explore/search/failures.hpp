// SPDX-License-Identifier: MIT
// What fails in a state, found by the slow semantics: for runs that end in
// another state than the one in which a search saw something fail.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "network/semantics/steps.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline search {

// The first error of a guard, a priority or a domain, else of one of the
// formulas. None: all can be evaluated.
std::optional<network::ModelError> error_in(
    const network::Instance& instance, const network::Steps& steps,
    std::vector<network::Scalar> state,
    std::span<const network::ExprId> formulas);

// An enabled step of the action, or (no process) of the rule, that fails in the
// state. None: none does.
std::optional<network::Event> failing_step(const network::Instance& instance,
                                           const network::Steps& steps,
                                           std::vector<network::Scalar> state,
                                           network::ProcessId process,
                                           std::uint32_t action);

// Whether an error is one: numbers of an `int` have no end, but ours do.
// O(variables of the model).
bool is_model_error(const network::Instance& instance,
                    const network::ModelError& error);

// A step as an event, without what it leads to.
network::Event event_of(const network::Instance& instance,
                        const network::StepList& list,
                        const network::Step& step);

}  // namespace vicinal::explore::inline search
