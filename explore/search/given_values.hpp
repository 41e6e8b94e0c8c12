// SPDX-License-Identifier: MIT
// Initial values that a condition gives as plainly as a declaration does:
//
//   init forall c in colour: net.tokens[c] == (if c == red then 3 else 0)
#pragma once

#include <cstdint>
#include <span>

#include "network/semantics/instance.hpp"

namespace vicinal::explore::inline search {

// For each `forall`, `&&` and `=>` of the initial condition that depends on no
// state, what is said below it of one place and a value that depends on no
// state, either: the value goes to `state`, and the entry of `known` becomes 1.
// What is known before stays. False: two values are said, or one that its type
// does not have, so that there is no initial state. What is more is left to the
// search. O(evaluating the condition once). Polls.
bool give_values(const network::Instance& instance,
                 std::span<network::Scalar> state,
                 std::span<std::uint8_t> known);

}  // namespace vicinal::explore::inline search
