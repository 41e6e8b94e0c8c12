// SPDX-License-Identifier: MIT
// What was said to be proved, and a run that shows it is not: a bug of ours,
// whatever the model.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "explore/search/explorer.hpp"

namespace vicinal::decide::inline instances {

// Names the claim, who makes it, the instance and the run.
class Contradiction : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Throws Contradiction: after so many steps of the run something violates the
// claim. `proof`: by what it is proved, a phrase ("local invariants").
[[noreturn]] void contradict(std::string_view claim, std::string_view proof,
                             const network::Instance& instance,
                             const network::Trace& trace, std::size_t steps);

// Throws Contradiction where the exploration refuted what it was told to be
// known.
void hold_known(const network::Instance& instance,
                const explore::Exploration& result, std::string_view proof);

}  // namespace vicinal::decide::inline instances
