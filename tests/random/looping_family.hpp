// SPDX-License-Identifier: MIT
// Random families whose rules and actions loop over nodes or edges.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed and has few states.
// A loop writes what its members have, elements of arrays at them, of one owner
// among several families of them, or collects in one place; or, of nodes that
// have arrays by each other, some of both. `invariant q0`,
// `invariant q1`, ... are claims, true or not, about what it leaves behind.
std::string looping_family(std::uint64_t seed);

}  // namespace vicinal::random_models
