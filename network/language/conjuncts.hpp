// SPDX-License-Identifier: MIT
// The parts of a conjunction.
#pragma once

#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// However they are nested, in the order in which `&&` evaluates them; of
// another expression itself; none of one that is not there (no guard).
inline std::vector<ExprId> conjuncts(const Model& model, ExprId e) {
  std::vector<ExprId> out, open;
  if (e.valid()) open.push_back(e);
  while (!open.empty()) {
    const ExprId id = open.back();
    open.pop_back();
    const Expr& part = model[id];
    if (part.op != Op::logical_and) {
      out.push_back(id);
      continue;
    }
    for (std::size_t c = part.children.size(); c-- > 0;) {
      open.push_back(model.child(part, c));
    }
  }
  return out;
}

}  // namespace vicinal::network::inline language
