// SPDX-License-Identifier: MIT
// Random models whose processes may mostly change places, as text: what orbits,
// lazy reduction and virtual symmetry must get right.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same text, which is well-typed. Two to four processes
// of one kind, with phases, flags, references to each other and a rank; shared
// variables: a flag, a number, a reference, an array with an element for each
// process; private and common edges; actions and rules over processes, with
// priorities and global guards; constants of a second enumeration that nobody
// tells apart. One model in three has a few things that tell processes apart:
// indices, named nodes, initial values.
std::string exchange_model(std::uint64_t seed);

}  // namespace vicinal::random_models
