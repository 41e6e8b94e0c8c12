// SPDX-License-Identifier: MIT
// Which local symmetries the processes of an instance respect (LS Definition
// 3, the part about T_n), by the form of their actions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::fixpoint::inline reduction {

// A closed term around index(self), and where it stands.
struct IndexTerm {
  enum class Part : std::uint8_t { guard, priority, body };
  network::ExprId term;
  network::ProcessId process;
  std::uint32_t action = 0;  // of the process
  Part part = Part::guard;
};

// A relation on nodes that preserves colors, ports and these labels is valid
// as far as transitions are concerned, also for what guards see of other
// nodes in joined views. Ports guarantee it unless an action
//
//   reads index(self): nodes with different values of the closed terms around
//     it get different labels;
//   goes through a port set in an order that may show: the darts of the port
//     set get different labels;
//   names nodes or edges otherwise (a reference, a member of a family by its
//     index, index(q), same, adjacent, the ports of other nodes): no symmetry
//     is used at all.
struct Assignment {
  bool symmetric = true;  // false: relate each node to itself only
  std::vector<std::uint32_t> node_labels;  // empty: all alike
  std::vector<std::uint32_t> dart_labels;  // empty: all alike
  // What was found, for the user: "action 'go' of 'Cell' reads index(self)".
  std::vector<std::string> reasons;
  std::string broken;  // the reason why not symmetric
  std::vector<IndexTerm> terms;
};

// O(size of the model + nodes * terms with index(self) + darts).
Assignment assignment(const network::Instance& instance);

}  // namespace vicinal::fixpoint::inline reduction
