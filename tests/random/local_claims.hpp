// SPDX-License-Identifier: MIT
// Temporal properties of single nodes, over the variables and ports of a model
// that is given: what `check --method local` takes, and some that it does not.
#pragma once

#include <cstdint>
#include <string>

#include "network/language/model.hpp"

namespace vicinal::random_models {

// Declarations for the end of the model's text: two to four properties, named
// near0, near1, ..., most of them of each node of a family, a few of a named
// one, of its edges alone, or of one of several; and fairness of some actions,
// in every second one. Empty, where no node has a variable or an edge of a
// simple type.
std::string local_claims(std::uint64_t seed, const network::Model& model);

}  // namespace vicinal::random_models
