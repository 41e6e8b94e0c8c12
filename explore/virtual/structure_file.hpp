// SPDX-License-Identifier: MIT
// Structures as text:
//
//   # Emerson, Havlicek and Trefler, Virtual Symmetry Reduction, Example 3 (a)
//   state s
//   state t
//   state u
//   arc u t
//   generator (s t)
//
// A state of an L^I structure names the local states of its processes, all
// states of as many: `state NT N T`. An arc may name the process that takes it,
// counted from 1: `arc NT TT 1`. A generator is a permutation of the states in
// cycles, or, with `processes`, one of the processes, which moves local states:
// `generator processes (1 2)`. Words with blanks or parentheses stand in double
// quotes.
#pragma once

#include <optional>

#include "explore/virtual/structure.hpp"
#include "network/base/catalogue.hpp"
#include "network/base/diagnostic.hpp"

#include <span>

namespace vicinal::explore::inline virtual_symmetry {

// Nothing if there are errors. O(length log length).
std::optional<Structure> read_structure(const network::Source& source,
                                        network::Diagnostics& diagnostics);

// V0630 to V0634.
std::span<const network::Entry> structure_entries();

}  // namespace vicinal::explore::inline virtual_symmetry
