// SPDX-License-Identifier: MIT
// Facts that the model's own text states: what its initial conditions say of
// what no step writes, and that what a rule told is so as its guard asked.
#pragma once

#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline lemmas {

struct StatedFact {
  std::string formula;
  // What a rule tells, `forall x in c: x.chosen`; empty: it is no such fact.
  std::string told;
  // All that one rule asks and does for it, of one somebody: others of the same
  // say less.
  bool whole = false;
};

// Formulas in the language of models, such as, of a rule that lets a quorum s
// choose a value x,
//
//   forall s, t in quorum: exists m in v: s.member[m] && t.member[m]
//   forall x in c: x.chosen => (exists s in quorum: (forall m in v: ...))
//
// The first kind, which says something of all or of somebody, comes first. Some
// of the second kind are false: a guard may hold for a moment. O(text).
std::vector<StatedFact> facts_by_what_is_told(const network::Model& model);
// Their formulas.
std::vector<std::string> stated_facts(const network::Model& model);

// The second kind, of actions: what one told is so as its guard asked, of the
// acting node as of any other. There are many where there are no rules, and
// few are needed. O(families * text).
std::vector<std::string> facts_told_by_actions(const network::Model& model);

}  // namespace vicinal::fixpoint::inline lemmas
