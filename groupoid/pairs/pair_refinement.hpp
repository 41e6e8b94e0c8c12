// SPDX-License-Identifier: MIT
// Classes of pairs by what they see. Not for use outside of groupoid/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "groupoid/pairs/frames.hpp"
#include "groupoid/pairs/pair_orbits.hpp"

namespace vicinal::groupoid::inline pairs {

// The coarsest partition of the orbits of pairs in which the members of a
// class have equal labels, classes of nodes and shared edges, and see the same
// set of pairs of classes: those of (i, k) and (j, k) for each k that points
// to i or j. With vertex groups, as many edges see the same. A strengthened
// pairwise balance relation never relates pairs of different classes; without
// vertex groups these are the classes of the greatest one. `labels`: per orbit,
// or empty. O(nodes^2) words.
std::vector<std::uint32_t> refine_pairs(const Frames& frames,
                                        const PairOrbits& orbits,
                                        std::span<const std::uint32_t> labels);

}  // namespace vicinal::groupoid::inline pairs
