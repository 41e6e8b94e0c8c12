// SPDX-License-Identifier: MIT
// Random families of few states of which it is asked whether somebody can move.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed: nodes that wait for
// what others hold (a lock, permits, a token, a turn, a fork), for all to
// come, for guards, priorities and parameters that may fail, or for nothing any
// more. Mistakes are made on purpose, so that `invariant q0: enabled;` is true
// of every size, or false of some, the empty one among them. Some ask it only
// where fewer than all are counted, and some counts fail. Some assert that of
// those who wait one is last, or something near it.
std::string moving_family(std::uint64_t seed);

}  // namespace vicinal::random_models
