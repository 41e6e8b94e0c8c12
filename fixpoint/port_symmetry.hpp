// SPDX-License-Identifier: MIT
// Which properties may be decided on one state per orbit. Not for use outside
// of fixpoint/.
#pragma once

#include "fixpoint/local_states.hpp"
#include "fixpoint/property_nodes.hpp"
#include "fixpoint/property_path.hpp"

namespace vicinal::fixpoint {

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

}  // namespace vicinal::fixpoint
