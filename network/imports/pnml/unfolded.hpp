// SPDX-License-Identifier: MIT
// Nets without colours, for bounds: a place for each colour, or for each place
// all its tokens together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/imports/pnml/multiset.hpp"
#include "network/imports/pnml/syntax.hpp"

namespace vicinal::pnml {

// A transition with its arcs, summed up by place. Places in increasing order.
struct Moves {
  struct Of {
    std::size_t place = 0;
    Sum taken, put;
  };
  std::vector<Of> places;
};

// What each place holds at the start, for each tuple of its domain.
using Marking = std::vector<std::vector<std::int64_t>>;

// For each place, how many tokens of one colour it can hold at most; none where
// no bound was found. Nets that are small get one by their colours, others by
// the numbers of all tokens.
std::vector<std::optional<std::int64_t>> token_bounds(
    const Net& net, const Slots& slots, const std::vector<Moves>& moves,
    const Marking& marking);

}  // namespace vicinal::pnml
