// SPDX-License-Identifier: MIT
// Why the classes of a model are finer than those of its network (LS Definition
// 3): what the processes and the initial condition tell apart, with two nodes
// for each as an example.
#pragma once

#include <string>
#include <vector>

#include "fixpoint/reduction/assignment.hpp"
#include "fixpoint/reduction/reduction.hpp"

namespace vicinal::fixpoint::inline reduction {

struct Split {
  enum class By : std::uint8_t {
    constant,  // of the processes; colors of the network have it already
    term,      // a closed term that mentions index(self)
    names,     // nodes or edges are named: no symmetry is used
    initial,   // the initial condition
    other      // as `reason` says: the order of a port set, edges at first
  };
  By by = By::other;
  network::NodeId a, b;  // balanced in the network, but for a constant
  IndexTerm term;        // by `term`
  std::string reason;    // by `names` and `other`; by `constant`, its name
  // What the term or the constant is there; empty: nothing, or an error.
  std::string value_a, value_b;
};

// One of each constant, term, and so on, that splits a class. Empty: the
// classes of the model are those of its network, or symmetry was not to be
// used. About as costly as two
// balance relations; holds a copy of the network where processes have
// constants. Polls.
std::vector<Split> splits(const Reduction& reduction);

}  // namespace vicinal::fixpoint::inline reduction
