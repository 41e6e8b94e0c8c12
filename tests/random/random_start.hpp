// SPDX-License-Identifier: MIT
// One node of many initial values (more than 4096), and an initial condition
// that may have anything in it; more often than elsewhere elements are chosen
// by a quantifier whose range the state decides.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

std::string random_start(std::uint64_t seed);

// Hubs and cells around many edges (more than 4096 assignments), of which the
// initial condition says cardinalities with several bounds, or how the edges of
// a port set go together.
std::string random_start_of_edges(std::uint64_t seed);

}  // namespace vicinal::random_models
