// SPDX-License-Identifier: MIT
// Random models of few sizes, each of which has to be looked at.
#pragma once

#include <cstdint>
#include <string>

namespace vicinal::random_models {

// The range of `n` is closed, often from 0, where there are no nodes. The last
// size has more states than the first look at small instances takes in (8,000),
// and fewer than the second one; the sizes before it have fewer than the first.
// Claims are of counts, sums and `n`: each size, the last one by itself more
// often than not, decides some of them.
std::string closed_range(std::uint64_t seed);

}  // namespace vicinal::random_models
