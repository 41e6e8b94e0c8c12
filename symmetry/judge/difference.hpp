// SPDX-License-Identifier: MIT
// What a permutation of states changes, and which nodes stay apart for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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

// A comparison numbers the claims that it was given: they become properties.
void name_claims(const std::vector<std::size_t>& asked,
                 const std::vector<std::size_t>& evaluated, Difference& by);

// "it may change when action 'enter' of Station may be taken". Claims are
// properties.
std::string text(const network::Instance& instance, const Difference& by);

// The variable that the slot is a part of, by name. O(variables).
std::string changed_variable(const network::Instance& instance,
                             std::uint32_t slot);

// Two nodes of a family of which no node moves.
struct Apart {
  network::NodeId a, b;
  // Of the exchange of the two, or of an automorphism of the network that moves
  // the first one. None: there is neither, the network tells them apart.
  std::optional<Difference> by;
};

}  // namespace vicinal::symmetry::inline judge
