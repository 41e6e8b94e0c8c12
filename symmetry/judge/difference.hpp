// SPDX-License-Identifier: MIT
// What a permutation of states changes, and which nodes stay apart for it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::symmetry::inline judge {

// What a map does not leave as it is: the first of these.
struct Difference {
  enum class Of : std::uint8_t {
    start,     // the initial states
    failures,  // where these claims, or some guard, cannot be evaluated
    guard,     // of a step: there is none that may be taken when its image may
    error,     // of these none fails when it does
    update,    // of these none does what it does to a slot
    claims,
  } of;
  network::ProcessId process;  // of the step; none: a rule
  std::uint32_t action = 0;
  std::uint32_t slot = 0;             // of an update: the first of them
  std::vector<std::uint32_t> claims;  // by index: all that it changes
};

// Two nodes of a family of which no node moves.
struct Apart {
  network::NodeId a, b;
  // Of the exchange of the two, or of an automorphism of the network that moves
  // the first one. None: there is neither, the network tells them apart.
  std::optional<Difference> by;
};

}  // namespace vicinal::symmetry::inline judge
