// SPDX-License-Identifier: MIT
// Questions about values that need nothing but their terms.
#include "obligations/meaning/values.hpp"

#include <utility>

namespace vicinal::obligations::inline meaning {

Env nothing_bound(const Model& model) {
  Env e;
  e.frame.resize(model.frame + 2);
  return e;
}

Term same(Terms& terms, const Value& a, const Value& b) {
  if (a.family != b.family) return terms.no();
  std::vector<Term> parts;
  for (std::size_t i = 0; i < a.slots.size(); ++i) {
    parts.push_back(terms.equal(a.slots[i], b.slots[i]));
  }
  return terms.all(std::move(parts));
}

Term within(Terms& terms, std::span<const Term> indices,
            std::span<const Term> dims) {
  std::vector<Term> parts;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    parts.push_back(terms.less_equal(terms.number(0), indices[d]));
    parts.push_back(terms.less(indices[d], dims[d]));
  }
  return terms.all(std::move(parts));
}

std::vector<Binder> binders_of(const Model& model, Range binders) {
  return {model.binders.begin() + binders.begin,
          model.binders.begin() + binders.end};
}

}  // namespace vicinal::obligations::inline meaning
