// SPDX-License-Identifier: MIT
// A look at how many states there are, before something is tried that pays only
// where they are many.
#pragma once

#include <cstdint>
#include <functional>

#include "decide/question/allowance.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline instances {

// Who looks at the states: `explore`, or others that give the same answer.
using Engine = std::function<explore::Exploration(const network::Instance&,
                                                  const explore::Options&)>;

// So few are explored faster than another symmetry is looked for.
inline constexpr std::uint64_t few_states = 20'000;

struct Few {
  explore::Exploration exploration;
  bool all = false;  // no more are there, or were asked for
};

// Explores at most so many states. Whoever asked for no more has them all.
Few explore_few(const network::Instance& instance, const explore::Options& how,
                const Allowance& allowance, std::uint64_t states,
                const Engine& engine = explore::explore);

}  // namespace vicinal::decide::inline instances
