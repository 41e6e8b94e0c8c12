// SPDX-License-Identifier: MIT
// Structures of models: the states of an instance, and all permutations of the
// processes of a kind, or a group that is given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/virtual/structure.hpp"
#include "network/semantics/instance.hpp"
#include "symmetry/maps/literal_map.hpp"

namespace vicinal::explore::inline virtual_symmetry {

// Which states a structure has: VS is about all valuations (design 7.11).
enum class Reading : std::uint8_t { all, reachable };

// Arcs are the steps that do not fail; a process takes those that it acts in,
// or that are bound to it first. Nothing: there are more than `most_states`, no
// two processes are of one kind, or permutations lead out of the states;
// `why_not` says it in words. Polls.
std::optional<Structure> structure_of(const network::Instance& instance,
                                      Reading reading,
                                      std::uint64_t most_states,
                                      std::string& why_not);

// The same under the group that these permutations of literals generate; who
// takes a step is then nothing that counts.
std::optional<Structure> structure_of(
    const network::Instance& instance, Reading reading,
    std::uint64_t most_states,
    const std::vector<symmetry::LiteralMap>& generators, std::string& why_not);

}  // namespace vicinal::explore::inline virtual_symmetry
