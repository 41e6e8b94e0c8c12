// SPDX-License-Identifier: MIT
// Formulas are evaluated one by one, each by itself.
#include "explore/simulate/wrong.hpp"

#include "network/base/budget.hpp"

namespace vicinal::explore::inline simulate {

std::vector<Wrong> wrong_in(const network::Evaluator& evaluator,
                            std::vector<network::Scalar> state,
                            const std::vector<std::size_t>& properties) {
  const network::Instance& instance = evaluator.instance();
  std::vector<network::Scalar> frame(instance.model->frame);
  const network::Context context{network::whole(instance, state.data()),
                                 network::NodeId::none(), frame.data()};
  std::vector<Wrong> out;
  for (const std::size_t p : properties) {
    network::poll();
    try {
      if (!evaluator.holds(instance.model->properties[p].formula, context)) {
        out.push_back({p, std::nullopt});
      }
    } catch (const network::ModelError& error) {
      out.push_back({p, error});
    }
  }
  return out;
}

}  // namespace vicinal::explore::inline simulate
