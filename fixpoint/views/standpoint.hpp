// SPDX-License-Identifier: MIT
// What an action says of the node that takes it, beyond what its local state
// shows: `self` as a value, its index, its constants.
#pragma once

#include <optional>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline views {

// Two nodes of one process may share what an action does if a renaming takes
// the one to the other and leaves the action as it is. The renaming takes each
// variable and each dart of the one to that at the same place of the other;
// every other place, and every value, it leaves alone, for values stay where
// they are stored. So the parts of an action are
//
//   phase, left, for e in link   columns: renamed
//   v[q], for q in s             of all nodes: what they were
//   index(self) % 2, rank,       terms: values that no state decides, each of
//   v[self], self == q             which must be the same at both nodes
//   q.x, same(left, e)           more than that: the action has no standpoint
//
// Since both nodes have the text of one process, comparing the renamed action
// with the other is comparing the values of its terms.
class Standpoint {
 public:
  // None: the action is looked at for each node by itself. O(size of the
  // action).
  static std::optional<Standpoint> of(const network::Model& model,
                                      const network::Action& action);

  // Whether all nodes with the same columns take the action alike.
  bool of_all() const { return terms_.empty(); }

  // Nodes with equal keys and the same columns take it alike: from equal local
  // states with equal guards, priorities, writes and errors. O(terms).
  std::vector<network::Scalar> key(const network::Evaluator& evaluator,
                                   network::NodeId n) const;

 private:
  std::vector<network::ExprId> terms_;
  std::size_t frame_ = 0;
};

}  // namespace vicinal::fixpoint::inline views
