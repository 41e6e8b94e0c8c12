// SPDX-License-Identifier: MIT
// What decides a property, an error or a deadlock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/semantics/verdict.hpp"

namespace vicinal::explore::inline properties {

// A state, or a step that fails, that decides something.
struct Witness {
  std::uint64_t distance = 0;  // of the run
  std::vector<std::uint64_t> state;
  std::optional<network::Event> step;  // from the state, which fails
  std::optional<network::ModelError> error;

  // Of what decides the same, the shortest is shown, and of these that with the
  // least packed state: so it does not depend on who looks, and in which order.
  bool before(const Witness& other) const {
    return distance != other.distance ? distance < other.distance
                                      : state < other.state;
  }
};

}  // namespace vicinal::explore::inline properties
