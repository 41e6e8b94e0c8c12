// SPDX-License-Identifier: MIT
// Slot by slot. A value with a queue in it begins as the default one, which is
// right behind the end of the queue; of queues of scalars the rest is drawn.
#include "any_state.hpp"

#include <span>

#include "network/language/questions.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint_tests {

using network::Instance;
using network::Scalar;

std::vector<Scalar> any_state(const Instance& instance,
                              std::mt19937_64& random) {
  std::vector<Scalar> state(instance.slot_count());
  const auto any = [&](std::size_t s) {
    const auto& b = instance.slots[s];
    state[s] = b.low +
               static_cast<Scalar>(
                   random() % (static_cast<std::uint64_t>(b.high - b.low) + 1));
  };
  for (std::size_t s = 0; s < state.size(); ++s) any(s);
  for (const auto& place : network::places(instance)) {
    if (!network::has_part(*instance.model, place.type,
                           network::TypeKind::queue)) {
      continue;
    }
    const auto size = instance.size(place.type);
    network::default_value(instance, place.type,
                           std::span(state).subspan(place.slot, size.slots));
    if (size.slots != size.size + 1) continue;  // not of scalars
    any(place.slot);
    for (Scalar i = 1; i <= state[place.slot]; ++i) any(place.slot + i);
  }
  return state;
}

}  // namespace vicinal::fixpoint_tests
