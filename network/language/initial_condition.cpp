// SPDX-License-Identifier: MIT
// Engines find out by themselves that there is no initial state, each in its
// own way; what is said of it is the same.
#include "network/language/initial_condition.hpp"

#include "network/language/codes.hpp"

namespace vicinal::network::inline language {

void report_unsatisfiable(const Model& model, Diagnostics& diagnostics) {
  diagnostics.set_source(model.source);
  diagnostics.error(
      codes::unsatisfiable_initial_condition,
      model.inits.empty() ? model.network_span : model[model.inits[0]].span,
      "no state satisfies the initial condition");
}

}  // namespace vicinal::network::inline language
