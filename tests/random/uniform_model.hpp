// SPDX-License-Identifier: MIT
// Random flat models in uniform style, as text: shared arrays, rules over
// indices that treat all alike or, now and then, not quite. What detection of
// symmetry from constraints has to find in them can be found by brute force.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed. Two or three indices;
// `x` of a color, `b` a flag, both arrays; `t` an index, `f` a flag; one to
// four rules, with dynamic indices, branches, bounded loops, counts, model
// errors; at most 1728 valuations.
std::string uniform_model(std::uint64_t seed);

}  // namespace vicinal::random_models
