// SPDX-License-Identifier: MIT
// The premise of a property: forall ...: premise => conclusion.
#pragma once

#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::explore::inline properties {

// forall ...: forall ...: body
struct Prenex {
  std::vector<network::Range> binders;  // of each, outermost first
  network::ExprId body;
};
Prenex prenex(const network::Model& model, network::ExprId formula);

// Whether some choice of the universally bound variables makes the premise
// true in a state; nothing if the property has no premise.
class Premise {
 public:
  Premise(const network::Instance& instance, network::ExprId formula);

  bool exists() const { return premise_.valid(); }
  const std::vector<network::Range>& binders() const { return binders_; }
  network::ExprId formula() const { return premise_; }

  // Errors count as true: they are reported elsewhere.
  bool holds(const network::Evaluator& evaluator,
             const network::Context& context) const;

 private:
  bool some(const network::Evaluator& evaluator,
            const network::Context& context, std::size_t level) const;

  std::vector<network::Range> binders_;
  network::ExprId premise_;
};

}  // namespace vicinal::explore::inline properties
