// SPDX-License-Identifier: MIT
// The joint states of a few nodes that a local invariant allows. Not for use
// outside of fixpoint/.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fixpoint/pair/pair.hpp"
#include "fixpoint/single/single.hpp"
#include "fixpoint/views/view.hpp"

namespace vicinal::fixpoint::inline implication {

class Joint {
 public:
  virtual ~Joint() = default;

  // Sets of nodes on any of which a question about the given ones may be
  // decided.
  virtual std::vector<std::vector<network::NodeId>> covers(
      const std::vector<network::NodeId>& nodes) const = 0;

  // What to look at of theta(n), if it is kept by orbits: see LocalStates.
  // Nothing: it is too much.
  using States = std::function<std::optional<LocalStates>(network::NodeId)>;

  // Shows every joint state of the nodes, and calls `visit`; false as soon as
  // that returns false, or there is nothing to look at. `view` shows nothing
  // when this is called.
  virtual bool for_each(const std::vector<network::NodeId>& nodes, View& view,
                        const States& states,
                        const std::function<bool()>& visit) const = 0;
};

// Local states, one of each theta, that agree on common edges.
class SingleJoint final : public Joint {
 public:
  std::vector<std::vector<network::NodeId>> covers(
      const std::vector<network::NodeId>& nodes) const override {
    return {nodes};
  }
  bool for_each(const std::vector<network::NodeId>& nodes, View& view,
                const States& states,
                const std::function<bool()>& visit) const override;
};

// Valuations of at least two nodes whose projections on all pairs among them
// are in theta.
class PairJoint final : public Joint {
 public:
  explicit PairJoint(const PairInvariant& invariant) : invariant_(invariant) {}

  // A node by itself is seen with each kind of partner: an instance that
  // contains it contains these pairs, too.
  std::vector<std::vector<network::NodeId>> covers(
      const std::vector<network::NodeId>& nodes) const override;
  bool for_each(const std::vector<network::NodeId>& nodes, View& view,
                const States& states,
                const std::function<bool()>& visit) const override;

 private:
  const PairInvariant& invariant_;
};

}  // namespace vicinal::fixpoint::inline implication
