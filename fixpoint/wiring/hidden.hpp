// SPDX-License-Identifier: MIT
// Edges of port sets that a view does not show.
#pragma once

#include "network/model.hpp"

namespace vicinal::wiring {

// Whether a statement reads what it need not show: a member of a port set, or
// whether there are members. Then joins are told apart by whether there are
// edges that they do not show. Of guards this is not asked: that something is
// unknown makes them weaker, and obligations see more.
bool hidden_edges_matter(const network::Model& model);

}  // namespace vicinal::wiring
