// SPDX-License-Identifier: MIT
// Which properties may be decided on one state per orbit. Not for use outside
// of fixpoint/.
#pragma once

#include "fixpoint/implication/property_nodes.hpp"
#include "fixpoint/implication/property_path.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline implication {

// Whether what a path says of a view stays the same when the edges of one
// node are exchanged by its vertex group, except for those that are bound by
// the path's own variables or that another node of the view touches. By form:
// edges are read at single ports of nodes that the choice fixes, or by
// quantifiers over the port sets of such nodes, and never compared inside of
// quantifiers.
bool port_symmetric(const network::Instance& instance, const Path& path);

// The darts of `n`, by position, that a choice tells apart from others.
Darts told_apart(const network::Instance& instance, const Path& path,
                 std::span<const network::Scalar> choice,
                 const std::vector<network::NodeId>& nodes, network::NodeId n);

// Whether moreover the path tells nodes apart only by what a view shows.
// Then choices with equal keys have equal answers: nodes of the same kinds
// (kinds.hpp) at the same places, and the edges that are shared or bound lie at
// darts that vertex groups take to each other, all at once for each node.
bool choice_symmetric(const network::Instance& instance, const Path& path);

std::vector<std::uint32_t> choice_key(
    const network::Instance& instance, const SingleInvariant& invariant,
    const std::vector<std::uint32_t>& kind_of, const Path& path,
    std::span<const network::Scalar> choice,
    const std::vector<network::NodeId>& nodes);

}  // namespace vicinal::fixpoint::inline implication
