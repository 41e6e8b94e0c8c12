// SPDX-License-Identifier: MIT
// What is known: conjuncts, each once, in the order in which they were found.
#pragma once

#include <set>
#include <vector>

#include "obligations/meaning/term.hpp"

namespace vicinal::obligations::inline meaning {

class Facts {
 public:
  explicit Facts(Terms& terms) : terms_(terms) {}

  void add(Term t);
  Term unless_known(Term premise);  // without the parts that are facts
  const std::vector<Term>& all() const { return list_; }

 private:
  Terms& terms_;
  std::vector<Term> list_;
  std::set<Term> known_;
};

}  // namespace vicinal::obligations::inline meaning
