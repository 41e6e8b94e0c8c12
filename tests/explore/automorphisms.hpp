// SPDX-License-Identifier: MIT
// Whether a permutation of literals is an automorphism of an instance, by the
// meaning of its steps alone: on states that are reached, and on others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "symmetry/detection/detection.hpp"
#include "tests/explore/orbits.hpp"

namespace vicinal::test {

State image(const symmetry::LiteralMap& map,
            const symmetry::Detection& detected, const State& state);

// States by which permutations are judged: all that are reached, if they are
// few, else the first, and some of values that occur, chosen by dice.
struct Judged {
  std::vector<State> states;
  bool all_reached = false;
  std::size_t reached = 0;  // the first of them
};
Judged states_of(const network::Instance& instance,
                 const symmetry::Detection& detected,
                 const std::vector<std::size_t>& properties,
                 std::size_t most = 300);

// None, or what the permutation does not respect: steps by their actions, or,
// unless rules may change, without; what properties are; what is reached.
std::optional<std::string> disrespected(
    const network::Instance& instance, const symmetry::Detection& detected,
    const std::vector<std::size_t>& properties, const Judged& judged,
    const symmetry::LiteralMap& map);

}  // namespace vicinal::test
