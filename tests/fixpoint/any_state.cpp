// SPDX-License-Identifier: MIT
#include "any_state.hpp"

#include <span>

#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint_tests {

using network::Instance;
using network::Scalar;

namespace {

bool has_queue(const Instance& instance, network::TypeId id) {
  const network::Model& model = *instance.model;
  const network::Type& type = model[id];
  if (type.kind == network::TypeKind::queue) return true;
  if (type.kind == network::TypeKind::structure) {
    for (const auto& f : model.structs[type.structure.index()].fields) {
      if (has_queue(instance, f.type)) return true;
    }
  }
  const bool array = type.kind == network::TypeKind::array ||
                     type.kind == network::TypeKind::node_array;
  return array && has_queue(instance, type.element);
}

}  // namespace

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
    if (!has_queue(instance, place.type)) continue;
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
