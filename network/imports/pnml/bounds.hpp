// SPDX-License-Identifier: MIT
// How many tokens a place can ever hold, by weights of places that no
// transition makes greater.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace vicinal::pnml {

// What a transition changes: places, each once, and how many tokens more.
using Change = std::vector<std::pair<std::uint32_t, std::int64_t>>;

struct PlainNet {
  std::vector<std::int64_t> marking;
  std::vector<Change> transitions;
};

// For each place a number of tokens that no reachable marking exceeds, or none
// where none was found. With weights y >= 0 such that y * change <= 0 for every
// transition, y * marking never grows, so that a place p holds at most
// y * initial marking / y(p). Weights are combined so that one transition after
// the other makes none greater (Farkas), those of fewest combinations first.
//
// Rows, their entries and the effort are capped and numbers are checked: what
// is left out costs bounds, never makes a wrong one. Polls the budget.
std::vector<std::optional<std::int64_t>> bounds(const PlainNet& net);

}  // namespace vicinal::pnml
