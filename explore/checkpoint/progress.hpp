// SPDX-License-Identifier: MIT
// What a search has done at a moment between two rounds, but for its states.
// Plain data: whoever goes on from it may have other threads, or be another
// program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explore/properties/witness.hpp"
#include "network/semantics/instance.hpp"

namespace vicinal::explore::inline checkpoint {

// What an exploration is of: names and values. Two explorations may go on from
// each other if all are the same.
using Identity = std::vector<std::pair<std::string, std::string>>;

struct Progress {
  std::uint64_t transitions = 0, deadlocks = 0, initial_states = 0;
  // Begun; the states of all but the last of them have been expanded.
  std::uint64_t levels = 0;
  // Of the last level: the first ones, by shard and number.
  std::uint64_t expanded = 0;
  bool overflow = false;
  enum class Decision : std::uint8_t { open, undefined, violated };
  struct Property {
    Decision decision = Decision::open;
    std::optional<Witness> decided;  // of a violation
    // The first one met on a level that is not done.
    std::optional<Witness> met;
  };
  std::vector<Property> properties;  // as they are asked
  struct Fired {
    network::ProcessId process;  // none: a rule
    std::uint32_t action = 0;
  };
  std::vector<Fired> fired;
  std::vector<bool> premises_met;  // per property of the model that is asked
};

}  // namespace vicinal::explore::inline checkpoint
