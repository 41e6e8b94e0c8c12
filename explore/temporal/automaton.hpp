// SPDX-License-Identifier: MIT
// A generalised Buchi automaton with acceptance on transitions, for a path
// formula: made as far as it is looked at (Couvreur 1999; Gerth, Peled, Vardi,
// Wolper 1995).
#pragma once

#include <tsl/robin_map.h>
#include <functional>
#include <map>
#include <vector>

#include "explore/temporal/formula.hpp"

namespace vicinal::explore::inline temporal {

// States are sets of formulas that hold from here on. A run is accepted if for
// each `f U g` it has infinitely many transitions that do not postpone it.
//
// Formulas of states are letters. Transitions are made for the letters that
// hold where a state is left, and for these only: of sixteen U whose ends do
// not hold there one transition goes out, not one for each set of them.
class Automaton {
 public:
  // The formulas must outlive it, and may grow.
  Automaton(const Formulas& formulas, FormulaId path);

  struct Transition {
    std::vector<FormulaId> letters;  // all hold, and it rests on them
    std::uint32_t to = 0;
    std::vector<std::uint32_t> postponed;  // which U
  };
  // Whether a letter holds at a node of the graph.
  using Letter = std::function<bool(FormulaId letter, std::uint32_t node)>;
  // The numbers of those that leave a state at a node. Of state 0 runs begin.
  // None of them asks for more than another one does. The same letters, the
  // same numbers; making them costs the product of the ways to satisfy the
  // parts of the state, as far as those are no worse than others. Throws
  // LimitReached.
  network::Range transitions(std::uint32_t state, const Letter& holds,
                             std::uint32_t node);
  // Valid until others are made.
  const Transition& operator[](std::uint32_t transition) const {
    return transitions_[transition];
  }

  std::uint32_t states() const {
    return static_cast<std::uint32_t>(states_.size());
  }
  // How many transitions were made.
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(transitions_.size());
  }
  // How many U there are: numbers are below.
  std::uint32_t untils() const {
    return static_cast<std::uint32_t>(untils_.size());
  }
  // All letters of all transitions: the largest formulas of states within it.
  const std::vector<FormulaId>& letters() const { return letters_; }

 private:
  using Set = std::vector<FormulaId>;  // ascending
  using Bits = std::vector<std::uint64_t>;
  struct Scatter {
    std::size_t operator()(const Bits& bits) const;
  };
  struct State {
    Set formulas;
    Set letters;  // that decide which transitions there are
    tsl::robin_map<Bits, network::Range, Scatter> known;  // by these
  };

  void look(FormulaId f);
  Set letters_now(const Set& formulas) const;
  Set needed(const Set& formulas) const;
  std::uint32_t number(const Set& set);
  network::Range make(std::uint32_t state, const Bits& values);

  const Formulas& formulas_;
  std::vector<State> states_;
  std::map<Set, std::uint32_t> numbers_;
  std::vector<Transition> transitions_;
  std::map<FormulaId, std::uint32_t> untils_;
  std::vector<FormulaId> letters_;
  Bits values_;  // of the letters that are looked at
};

}  // namespace vicinal::explore::inline temporal
