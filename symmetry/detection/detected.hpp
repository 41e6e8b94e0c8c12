// SPDX-License-Identifier: MIT
// The symmetry that is found from the constraints of a model
// (SD), data symmetries included, for exploration.
#pragma once

#include "symmetry/detection/detection.hpp"
#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::symmetry::inline detection {

// What is detected when these are asked; of properties evaluated besides only
// where they cannot be evaluated counts. None: why not, in words.
std::optional<Detection> detect(const network::Instance& instance,
                                const std::vector<std::size_t>& asked,
                                const std::vector<std::size_t>& evaluated,
                                std::string& why_not, const How& how = {});

// The group as permutations of states, with sorts of its own: variables whose
// values all generators permute alike. Throws std::logic_error if a generator
// was refuted.
ModelSymmetry symmetry_of(const Detection& detected);

}  // namespace vicinal::symmetry::inline detection
