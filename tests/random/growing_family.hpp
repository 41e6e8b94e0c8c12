// SPDX-License-Identifier: MIT
// Random families of few states of which larger instances reach what smaller
// ones do not.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed: something happens
// from a size of three to five nodes on only, once for each so many nodes, and
// is what other things wait for; or an assertion says that it never does.
// `invariant q0`, `invariant q1`, ... hold of every size, or of the smaller
// ones, or of none.
std::string growing_family(std::uint64_t seed);

}  // namespace vicinal::random_models
