// SPDX-License-Identifier: MIT
// What steps may write, as a whole: a variable of all nodes of a process, a
// shared variable, or the edges, all together; and what is the same after them.
// By the text alone: a step that writes what was there before does write.
#pragma once

#include <cstdint>
#include <set>
#include <tuple>

#include "network/language/actions.hpp"
#include "network/language/questions.hpp"
#include "network/language/traits.hpp"
#include "network/language/walk.hpp"

namespace vicinal::network::inline language {

using Held = std::tuple<Op, std::uint32_t, std::uint32_t>;

// What a place without fields and elements (root_of) belongs to.
inline Held held(const Model& model, const Expr& place) {
  if (place.op == Op::shared) return {place.op, place.item, 0};
  if (place.op != Op::variable) return {Op::edge_value, 0, 0};
  const auto process = model[model[model.child(place, 0)].type].process;
  return {place.op, process.value, place.item};
}

// All that steps of the action, or rule, may write. O(its size).
inline std::set<Held> written_by(const Model& model, const Action& action) {
  std::set<Held> out;
  any_expression(model, action, [&](ExprId e, Role role) {
    if (role == Role::target) {
      out.insert(held(model, model[root_of(model, e)]));
    }
    return false;
  });
  return out;
}

// All that steps may write. O(size of the model).
inline std::set<Held> written_by(const Model& model) {
  std::set<Held> out;
  each_action(model, [&](const Action& action) {
    out.merge(written_by(model, action));
  });
  return out;
}

// Whether the value is the same after steps that write nothing but this.
// O(size of the expression).
inline bool stands(const Model& model, ExprId e,
                   const std::set<Held>& written) {
  return every(model, e, [&](const Expr& x) {
    return x.op != Op::enabled &&
           (!holds_state(x.op) || !written.contains(held(model, x)));
  });
}

}  // namespace vicinal::network::inline language
