// SPDX-License-Identifier: MIT
// What is wrong with a state, found by the slow semantics.
#pragma once

#include <optional>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::explore::inline simulate {

// An invariant or an assertion, by index, that is false, or cannot be
// evaluated.
struct Wrong {
  std::size_t property = 0;
  std::optional<network::ModelError> error;  // none: it is false
};

// Of those given, in their order. Polls.
std::vector<Wrong> wrong_in(const network::Evaluator& evaluator,
                            std::vector<network::Scalar> state,
                            const std::vector<std::size_t>& properties);

}  // namespace vicinal::explore::inline simulate
