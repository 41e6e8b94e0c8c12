// SPDX-License-Identifier: MIT
#include "network/language/connects.hpp"

#include <utility>

namespace vicinal::network::inline language {

namespace {

void find(const Model& model, const std::vector<std::uint32_t>& list,
          const std::vector<Around>& around, std::vector<Connect>& found) {
  for (const std::uint32_t i : list) {
    const Connection& c = model.connections[i];
    std::vector<Around> inner = around;
    if (c.kind == ast::ItemKind::connect) {
      found.push_back({&c, std::move(inner)});
    } else if (c.kind == ast::ItemKind::loop) {
      inner.push_back({.loop = c.binders});
      find(model, c.body, inner, found);
    } else if (c.kind == ast::ItemKind::branch) {
      inner.push_back({.guard = c.condition, .truth = true});
      find(model, c.body, inner, found);
      inner.back().truth = false;
      find(model, c.otherwise, inner, found);
    }
  }
}

}  // namespace

std::vector<Connect> connects_of(const Model& model) {
  std::vector<Connect> found;
  find(model, model.network_body, {}, found);
  return found;
}

}  // namespace vicinal::network::inline language
