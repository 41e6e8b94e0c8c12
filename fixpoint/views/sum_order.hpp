// SPDX-License-Identifier: MIT
// Whether the order in which a sum goes through its members may show.
#pragma once

#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline views {

// Quantifiers look at every member, so that no order of nodes or edges shows
// (design 3.3), but for `sum`: a partial sum may leave 64 bits where the whole
// sum does not. True unless the body is known to be small. O(size of e).
bool order_may_show(const network::Instance& instance, const network::Expr& e);

}  // namespace vicinal::fixpoint::inline views
