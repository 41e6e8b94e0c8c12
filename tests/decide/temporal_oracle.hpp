// SPDX-License-Identifier: MIT
// CTL* as it is defined, on all states of a small instance: slow, and with
// nothing of explore/ but the initial states.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/semantics/instance.hpp"

namespace vicinal::oracle {

// What is known of each temporal property of the instance, by index into
// Model::properties, others are nothing: whether it holds in all initial
// states. `fails`: something cannot be evaluated; steps that fail are left out
// then, and atoms that fail are false.
struct TemporalAnswers {
  bool fails = false;
  bool too_large = false;
  std::size_t states = 0;
  std::vector<std::optional<bool>> holds;
};
TemporalAnswers temporal_answers(const network::Instance& instance,
                                 std::size_t most_states);

}  // namespace vicinal::oracle
