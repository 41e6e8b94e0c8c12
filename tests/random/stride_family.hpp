// SPDX-License-Identifier: MIT
// Random families whose integers stand to each other with so much added.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed: nodes whose `int`
// goes on by a stride, together with those of others, with a second one of
// their own, behind a leader, or while nobody else is there. Mistakes are made
// on purpose, so that the claim q0 is true of every size, or false of some; it
// says how the numbers differ, or nothing of numbers at all. Half of the
// families go on without an end.
std::string stride_family(std::uint64_t seed);

}  // namespace vicinal::random_models
