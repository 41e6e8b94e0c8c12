// SPDX-License-Identifier: MIT
// Edges of port sets, and nodes, that a view does not show.
#pragma once

#include <cstdint>

#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline family {

// Whether a statement reads what it need not show: a member of a port set, or
// whether there are members. Then joins are told apart by whether there are
// edges that they do not show. Of guards this is not asked: that something is
// unknown makes them weaker, and obligations see more.
bool hidden_edges_matter(const network::Model& model);

// From which number on it is the same to actions how many there are: one more
// than they compare counts with, at least 1, at most 8. Where counts are
// compared with what is no literal, nothing is said.
std::uint32_t most_counted(const network::Model& model);

}  // namespace vicinal::fixpoint::inline family
