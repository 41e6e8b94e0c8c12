// SPDX-License-Identifier: MIT
// The symmetry that is found from the constraints of a model
// (groupoid/detection), data symmetries included, for exploration.
#pragma once

#include "explore/symmetry/model_symmetry.hpp"
#include "groupoid/detection/detection.hpp"

namespace vicinal::explore::inline symmetry {

// What is detected when these are asked; of properties evaluated besides only
// where they cannot be evaluated counts. None: why not, in words.
std::optional<groupoid::Detection> detection(
    const network::Instance& instance, const std::vector<std::size_t>& asked,
    const std::vector<std::size_t>& evaluated, std::string& why_not,
    groupoid::Stage stage = groupoid::Stage::all,
    std::uint64_t most_rows = groupoid::Scopes::most_rows);

// The group as permutations of states, with sorts of its own: variables whose
// values all generators permute alike. Throws std::logic_error if a generator
// was refuted.
ModelSymmetry symmetry_of(const groupoid::Detection& detected);

}  // namespace vicinal::explore::inline symmetry
