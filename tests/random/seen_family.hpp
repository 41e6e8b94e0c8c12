// SPDX-License-Identifier: MIT
// Random families of few states whose members are counted by what they see at
// their ports, which others write.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed: a line, a ring, a
// row around a hub or two rows against each other; members that have a written
// edge at one port, at two, at none, or all of them; steps that write their own
// edges, those of others, and edges that may not be there. `invariant q0`,
// `invariant q1`, ... are claims about counts and sums of what is seen: some
// are true of every size, most are guesses near such.
std::string seen_family(std::uint64_t seed);

}  // namespace vicinal::random_models
