// SPDX-License-Identifier: MIT
// The coarsest stable partition of a graph with labelled arcs: what color
// refinement and B* of networks with two-ended edges come down to. Not for use
// outside of groupoid/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vicinal::groupoid::inline balance_relation {

inline constexpr std::uint32_t no_target = UINT32_MAX;

// The arcs of each vertex: begin[v] to begin[v + 1], some of which may have no
// target. Without labels all arcs are alike.
struct ArcRows {
  std::span<const std::uint32_t> begin, target;
  std::span<const std::uint32_t> label;  // per arc, or empty

  std::size_t size() const { return begin.size() - 1; }
};

// The coarsest refinement of the partition by `labels` in which all vertices of
// a class have, of each label, equally many arcs from each class. Returned as
// labels from 0, without gaps.
//
// A few rounds over the whole graph split vertices by hashes of what reaches
// them, as long as that divides a sample of them much; then by hashes of what
// reaches them from the classes that are new since the last round, all but the
// largest part of each class that was split (J. Hopcroft): equal arcs, equal
// hashes, so that no split is wrong. Then arcs are counted; where two hashes
// were equal by chance, rounds begin again from there. O(arcs * log vertices)
// expected; five words of 64 bits for a vertex at most. Polls.
std::vector<std::uint32_t> coarsest_stable(const ArcRows& arcs,
                                           std::vector<std::uint32_t> labels);

}  // namespace vicinal::groupoid::inline balance_relation
