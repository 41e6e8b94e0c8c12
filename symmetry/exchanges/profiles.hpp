// SPDX-License-Identifier: MIT
// What tells values of a sort apart, wherever they are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symmetry/judge/comparison.hpp"

namespace vicinal::symmetry::inline exchanges {

// Per value of the sort, a hash of how often and in what steps, claims and
// initial values the model speaks of it: slots, nodes and other values are
// taken for each other. Values that some symmetry exchanges have equal ones,
// as far as forms show it; others may. None: that takes too long. O(values *
// forms).
std::optional<std::vector<std::uint64_t>> profiles(const Comparison& comparison,
                                                   std::uint32_t sort);

}  // namespace vicinal::symmetry::inline exchanges
