// SPDX-License-Identifier: MIT
// A look at how many states there are, before something is tried that pays only
// where they are many.
#pragma once

#include <cstdint>

#include "decide/question/allowance.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline instances {

// So few are explored faster than another symmetry is looked for.
inline constexpr std::uint64_t few_states = 20'000;

// What an exploration took, in states: an instance that is large has many steps
// in each, and takes its time before the first.
inline std::uint64_t work_of(const network::Instance& instance,
                             const explore::Exploration& of) {
  return of.states + of.transitions / 8 + 10 * instance.network.node_count();
}

struct Few {
  explore::Exploration exploration;
  bool all = false;  // no more are there, or were asked for
};

// Explores at most so many states. Whoever asked for no more has them all.
inline Few explore_few(const network::Instance& instance,
                       const explore::Options& how, const Allowance& allowance,
                       std::uint64_t states) {
  explore::Options few = how;
  few.limits = allowance.left(states);
  Few result{explore::explore(instance, few)};
  const bool few_were_asked = how.limits.work != 0 && how.limits.work <= states;
  result.all =
      result.exploration.limit != network::Limit::work || few_were_asked;
  return result;
}

}  // namespace vicinal::decide::inline instances
