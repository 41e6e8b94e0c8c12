// SPDX-License-Identifier: MIT
// Views: the neighbourhoods of a few nodes, as a valuation that shows them and
// nothing else (LS section 3.1, V_n).
#pragma once

#include <span>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline views {

// The slots of V_n in a whole state: n's own variables, then the edges of its
// darts. The order of the columns of every local state of n.
std::vector<std::uint32_t> view_slots(const network::Instance& instance,
                                      network::NodeId n);

// Number of columns of V_n.
std::uint32_t view_width(const network::Instance& instance, network::NodeId n);

// A valuation that shows local states of chosen nodes, and the shared
// variables, which are constants here. Not copyable: the valuation points into
// it. O(variables of the instance) to make, O(degree) to show a node.
class View {
 public:
  explicit View(const network::Instance& instance);
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  // Shows n in the local state `row`. An edge that is shown already stays as
  // it is: rows that are shown together agree. A node shown twice is a
  // contract violation.
  void show(network::NodeId n, std::span<const network::Scalar> row);

  // Shows an edge that nothing touches, with its only value.
  void show_edge(network::EdgeId e, std::span<const network::Scalar> value);

  void hide_all();

  // Whether the row agrees with what is shown, on common edges.
  bool agrees(network::NodeId n, std::span<const network::Scalar> row) const;

  // The local state of a node whose edges and variables are all shown.
  void row(network::NodeId n, std::span<network::Scalar> out) const;

  const network::Valuation& valuation() const { return valuation_; }
  const network::Instance& instance() const { return instance_; }

 private:
  const network::Instance& instance_;
  std::vector<network::Scalar> values_;
  std::vector<std::uint32_t> node_base_, edge_base_, shared_base_;
  std::vector<network::NodeId> nodes_;
  std::vector<network::EdgeId> edges_;
  std::size_t shared_end_ = 0;
  network::Valuation valuation_;
};

}  // namespace vicinal::fixpoint::inline views
