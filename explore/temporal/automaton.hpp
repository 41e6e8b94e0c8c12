// SPDX-License-Identifier: MIT
// A generalised Buchi automaton with acceptance on transitions, for a path
// formula: made as far as it is looked at (Couvreur 1999; Gerth, Peled, Vardi,
// Wolper 1995).
#pragma once

#include <map>
#include <vector>

#include "explore/temporal/formula.hpp"

namespace vicinal::explore::inline temporal {

// States are sets of formulas that hold from here on. A run is accepted if for
// each `f U g` it has infinitely many transitions that do not postpone it.
class Automaton {
 public:
  // Formulas of states are letters: conditions on the state that is left. The
  // formulas must outlive it, and may grow.
  Automaton(const Formulas& formulas, FormulaId path);

  struct Transition {
    std::vector<FormulaId> letters;  // all have to hold
    std::uint32_t to = 0;
    std::vector<std::uint32_t> postponed;  // which U
  };
  // Of state 0 runs begin. Throws LimitReached. Valid until the next call.
  const std::vector<Transition>& transitions(std::uint32_t state);
  std::uint32_t states() const {
    return static_cast<std::uint32_t>(sets_.size());
  }

  // How many U there are: numbers are below.
  std::uint32_t untils() const {
    return static_cast<std::uint32_t>(untils_.size());
  }
  // All letters of all transitions: the largest formulas of states within it.
  const std::vector<FormulaId>& letters() const { return letters_; }

 private:
  using Set = std::vector<FormulaId>;  // ascending

  // A transition in the making: what is still to be taken apart.
  struct Cover {
    Set open, done, letters, next;
    std::vector<std::uint32_t> postponed;
  };
  void look(FormulaId f);
  std::uint32_t number(const Set& set);
  void expand(std::uint32_t state);
  void take_apart(Cover cover, std::vector<Cover>& out);

  const Formulas& formulas_;
  std::vector<Set> sets_;
  std::map<Set, std::uint32_t> numbers_;
  std::vector<std::vector<Transition>> transitions_;
  std::vector<bool> expanded_;
  std::map<FormulaId, std::uint32_t> untils_;
  std::vector<FormulaId> letters_;
};

}  // namespace vicinal::explore::inline temporal
