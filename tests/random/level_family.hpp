// SPDX-License-Identifier: MIT
// Random families of few states whose claims compare counts by levels.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed: members at numbers
// that may be negative, counted at a level, within a window, by both numbers
// that they have, or by what others are counted for. The claim q0 compares such
// counts at two levels with each other, with sizes and with levels: some are
// true of every size, most are guesses near such.
std::string level_family(std::uint64_t seed);

}  // namespace vicinal::random_models
