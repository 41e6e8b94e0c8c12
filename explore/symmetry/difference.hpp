// SPDX-License-Identifier: MIT
// What a permutation of states changes, and which nodes stay apart for it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::explore::inline symmetry {

// What a map does not leave as it is: the first of these.
struct Difference {
  enum class Of : std::uint8_t { start, failures, step, claims } of;
  network::ProcessId process;  // of a step; none: a rule
  std::uint32_t action = 0;
  std::vector<std::uint32_t> claims;  // by index: all that it changes
};

// Two nodes of a family of which no node moves.
struct Apart {
  network::NodeId a, b;
  // Of the exchange of the two, or of an automorphism of the network that moves
  // the first one. None: there is neither, the network tells them apart.
  std::optional<Difference> by;
};

}  // namespace vicinal::explore::inline symmetry
