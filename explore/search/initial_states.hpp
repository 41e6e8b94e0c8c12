// SPDX-License-Identifier: MIT
// All initial states of an instance.
#pragma once

#include <functional>
#include <optional>
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
  std::optional<network::Scalar> most;  // none: all are taken
  bool left_out = false;                // others may do, too
  // States that differ in nothing but what nothing reads (network::unread) do
  // the same: one of them is enough.
  bool unread_once = false;
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
