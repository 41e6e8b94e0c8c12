// SPDX-License-Identifier: MIT
// Which nodes a view has to show for an expression to be decided on it. Not
// for use outside of fixpoint/.
#pragma once

#include <vector>

#include "fixpoint/views/footprint.hpp"

namespace vicinal::fixpoint::inline implication {

struct ReadNodes {
  std::vector<network::NodeId> nodes;  // in order of appearance
  // Edges read under their own name, not at a port of a node.
  std::vector<network::EdgeId> edges;
};

// Collects the nodes whose variables and ports an expression names, outside
// of quantifiers over families (which views do not decide). What depends on
// the state (a followed reference) is left out: it stays unknown.
class NodeReader {
 public:
  explicit NodeReader(const network::Instance& instance);

  // Adds to `out`. `frame` holds the values of the variables bound outside.
  void read(network::ExprId e, std::span<const network::Scalar> frame,
            ReadNodes& out);

 private:
  void visit(network::ExprId e);
  void visit_quantifier(const network::Expr& e, std::uint32_t at);
  void visit_edge(network::ExprId edge);
  std::optional<network::Scalar> fixed(network::ExprId e);
  void add(network::NodeId n);

  const network::Instance& instance_;
  network::Evaluator evaluator_;
  Footprint footprint_;
  std::vector<network::Scalar> frame_;
  ReadNodes* out_ = nullptr;
};

// Adds a touching node for every edge that no node shows, and removes the
// edges; those that nothing touches stay.
void cover_edges(const network::Instance& instance, ReadNodes& read);

}  // namespace vicinal::fixpoint::inline implication
