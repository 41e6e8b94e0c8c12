// SPDX-License-Identifier: MIT
// What is known: conjuncts, each once, in the order in which they were found.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "obligations/meaning/term.hpp"

namespace vicinal::obligations::inline meaning {

class Facts {
 public:
  explicit Facts(Terms& terms) : terms_(terms) {}

  // A conjunction is known if its parts are: parts are what is kept.
  void add(Term t) {
    for (const Term part : terms_.conjuncts(t)) {
      if (terms_.is_yes(part) || !known_.insert(part).second) continue;
      list_.push_back(part);
    }
  }

  // Without the parts that are facts.
  Term unless_known(Term premise) {
    std::vector<Term> open;
    for (const Term part : terms_.conjuncts(premise)) {
      if (!known_.contains(part)) open.push_back(part);
    }
    return terms_.all(std::move(open));
  }

  const std::vector<Term>& all() const { return list_; }

 private:
  Terms& terms_;
  std::vector<Term> list_;
  std::set<Term> known_;
};

}  // namespace vicinal::obligations::inline meaning
