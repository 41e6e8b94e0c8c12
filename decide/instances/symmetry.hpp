// SPDX-License-Identifier: MIT
// The symmetry that an exploration may use, found within its limits.
#pragma once

#include <cstdint>

#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline instances {

// How the symmetry of a model is found.
enum class Symmetry : std::uint8_t {
  exchanged,   // exchanges and automorphisms of the network that are tried
  detected,    // from constraints (SD)
  larger,      // the larger of these two groups
  as_it_pays,  // exchanged; the larger one where that leaves many states
  virtually,   // of the symmetrized steps, if these are as good (VS)
};

// That of the model and of what `how` asks, and of what is evaluated besides.
// What it takes is taken from the time of `how`; where that, or another limit,
// does not suffice, the answer is trivial and says so.
symmetry::ModelSymmetry find_symmetry(const network::Instance& instance,
                                      explore::Options& how, Symmetry symmetry);

}  // namespace vicinal::decide::inline instances
