// SPDX-License-Identifier: MIT
// Random families of which assertions say who is in relations: arrays that
// nodes index.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed and has few states.
// `assert meet` says of all nodes that somebody is in a relation to them, so
// that obligations follow relations; `assert also0`, ... and `invariant q0`,
// ... are claims of quantifiers within each other, denied or not, over families
// that may be empty, and over all nodes of a process, some of which an array
// may lack. What fails is among them.
std::string relation_family(std::uint64_t seed);

}  // namespace vicinal::random_models
