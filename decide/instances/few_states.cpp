// SPDX-License-Identifier: MIT
#include "decide/instances/few_states.hpp"

namespace vicinal::decide::inline instances {

Few explore_few(const network::Instance& instance, const explore::Options& how,
                const Allowance& allowance, std::uint64_t states,
                const Engine& engine) {
  explore::Options few = how;
  few.limits = allowance.left(states);
  few.keeper = nullptr;
  Few result{engine(instance, few)};
  const bool few_were_asked = how.limits.work != 0 && how.limits.work <= states;
  result.all =
      result.exploration.limit != network::Limit::work || few_were_asked;
  return result;
}

}  // namespace vicinal::decide::inline instances
