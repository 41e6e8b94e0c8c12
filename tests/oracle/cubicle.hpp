// SPDX-License-Identifier: MIT
// An instance of a Cubicle file, explored from what was written: the slow twin
// of the translation.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/imports/cubicle/syntax.hpp"

namespace vicinal::oracle {

struct CubicleStates {
  std::size_t states = 0;
  std::vector<bool> unsafe;  // for each: whether some state is in it
};

using Constants = std::map<std::string, std::int64_t>;

// With n processes, and two values of each abstract type. Integers start
// within -1..2, so that init has to say what they are; real numbers start with
// halves of these, and have six digits behind the point. Nothing above `limit`
// states. `sets`: the values of constants that have one. `outside`: a process
// more is a value of variables, but takes no part.
std::optional<CubicleStates> explore_cubicle(const cubicle::System& system,
                                             std::int64_t n, std::size_t limit,
                                             const Constants& sets = {},
                                             bool outside = false);

}  // namespace vicinal::oracle
