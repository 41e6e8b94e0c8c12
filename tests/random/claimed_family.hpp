// SPDX-License-Identifier: MIT
// Random families of few states whose claims take more than facts about some
// nodes: that there is somebody, that majorities and quorums meet, what is so
// at an index, elements of arrays, totals, quotients of sizes.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The same seed gives the same family, which is well-typed, with one or two
// ideas side by side. Each claim is true of every size unless a mistake spoils
// it, which is every second time that an idea comes first; `invariant q0`,
// `invariant q1`, ... are the claims.
std::string claimed_family(std::uint64_t seed);

}  // namespace vicinal::random_models
