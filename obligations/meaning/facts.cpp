// SPDX-License-Identifier: MIT
// A conjunction is known if its parts are: parts are what is kept.
#include "obligations/meaning/facts.hpp"

#include <utility>

namespace vicinal::obligations::inline meaning {

void Facts::add(Term t) {
  for (const Term part : terms_.conjuncts(t)) {
    if (terms_.is_yes(part) || !known_.insert(part).second) continue;
    list_.push_back(part);
  }
}

Term Facts::unless_known(Term premise) {
  std::vector<Term> open;
  for (const Term part : terms_.conjuncts(premise)) {
    if (!known_.contains(part)) open.push_back(part);
  }
  return terms_.all(std::move(open));
}

}  // namespace vicinal::obligations::inline meaning
