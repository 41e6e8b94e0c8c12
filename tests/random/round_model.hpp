// SPDX-License-Identifier: MIT
// Random models whose fair runs are long, as text: what a search for a loop
// that is fair to many actions must get right.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed. A place on a circle
// of eight to thirty, a flag, now and then two processes with a step each;
// rules that are possible at few places, and lead on, back or across; three to
// six actions that are weakly or strongly fair; up to three temporal
// properties, of linear time, of branching time, and both. At most 100 states.
std::string round_model(std::uint64_t seed);

}  // namespace vicinal::random_models
