// SPDX-License-Identifier: MIT
#include "decide/family/spent_states.hpp"

#include <algorithm>

#include "fixpoint/lemmas/lemmas.hpp"

namespace vicinal::decide::inline family {

std::uint64_t work_of(const network::Instance& instance,
                      const explore::Exploration& of) {
  return of.states + of.transitions / 8 + 10 * instance.network.node_count();
}

network::Scalar near_zero(const network::Model& model) {
  const network::Scalar most = fixpoint::greatest_constant(model);
  return most + std::max<network::Scalar>(most, 1);
}

}  // namespace vicinal::decide::inline family
