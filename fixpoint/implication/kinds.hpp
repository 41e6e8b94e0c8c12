// SPDX-License-Identifier: MIT
// Nodes whose local invariants read the same.
#pragma once

#include <vector>

#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline implication {

// Nodes of one kind have the same family, constants, ports and rows of theta,
// whether or not a balance relation relates them.
struct Kinds {
  std::vector<std::uint32_t> kind_of;  // per node
  std::vector<network::NodeId> first;  // per kind: its first node
  std::vector<std::uint64_t> members;  // per kind
};

// O(nodes * degree), and the sets of representatives.
Kinds kinds(const network::Instance& instance,
            const SingleInvariant& invariant);

}  // namespace vicinal::fixpoint::inline implication
