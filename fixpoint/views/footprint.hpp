// SPDX-License-Identifier: MIT
// Which slots of a state an expression may read.
#pragma once

#include <vector>

#include "network/language/questions.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline views {

// Calls `slot(first, count)` for every place that evaluating `e` may read, for
// any state, with the given values of bound variables. Where an index or a
// reference depends on the state, for all places that it may mean. Places may
// repeat. O(members of quantifiers inside e).
class Footprint {
 public:
  explicit Footprint(const network::Instance& instance);

  // Appends the slots, sorted, without repetition.
  void read(network::ExprId e, std::span<const network::Scalar> frame,
            std::vector<std::uint32_t>& slots);

  // Whether evaluation depends on the state at all. Each expression is looked
  // at once.
  bool reads_state(network::ExprId e) { return reads_state_(e); }

 private:
  struct Piece {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  void all(Piece piece);
  void visit(network::ExprId e);
  void visit_members(const network::Expr& e, std::uint32_t at);
  std::vector<Piece> place(network::ExprId e);
  std::vector<Piece> objects(const network::Expr& e);
  std::vector<network::Scalar> node_values(network::ExprId e);
  network::Context context();

  const network::Instance& instance_;
  network::Evaluator evaluator_;
  network::Answers reads_state_;
  std::vector<network::Scalar> frame_;
  std::vector<std::uint32_t>* slots_ = nullptr;
};

}  // namespace vicinal::fixpoint::inline views
