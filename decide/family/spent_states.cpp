// SPDX-License-Identifier: MIT
#include "decide/family/spent_states.hpp"

namespace vicinal::decide::inline family {

std::uint64_t work_of(const network::Instance& instance,
                      const explore::Exploration& of) {
  return of.states + of.transitions / 8 + 10 * instance.network.node_count();
}

}  // namespace vicinal::decide::inline family
