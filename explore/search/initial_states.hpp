// SPDX-License-Identifier: MIT
// All initial states of an instance.
#pragma once

#include <functional>
#include <span>

#include "network/base/budget.hpp"
#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline search {

// Calls `visit` with every valuation within the types that has the fixed
// initial values and satisfies all of Model::inits without a model error, in
// lexicographic order of slots; stops when it returns false. Backtracks over
// the slots that are not fixed as soon as a formula is certainly false
// (three-valued). False if `visit` or the budget stopped it, which is asked
// then why.
bool initial_states(
    const network::Instance& instance, const network::Budget& budget,
    const std::function<bool(std::span<const network::Scalar>)>& visit);

// Of an `int` that may begin anywhere only values so near to 0 are taken.
struct Near {
  network::Scalar most;
  bool left_out = false;  // others may do, too
};
bool initial_states(
    const network::Instance& instance, const network::Budget& budget,
    Near& near,
    const std::function<bool(std::span<const network::Scalar>)>& visit);

// The same with a budget of its own, from anywhere.
bool initial_states(
    const network::Instance& instance, const network::Limits& limits,
    const std::function<bool(std::span<const network::Scalar>)>& visit);

// Whether a state is initial.
bool is_initial(const network::Instance& instance,
                std::span<const network::Scalar> state);

}  // namespace vicinal::explore::inline search
