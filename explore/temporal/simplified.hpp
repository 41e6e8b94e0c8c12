// SPDX-License-Identifier: MIT
// Path formulas that hold on the same paths and have fewer parts (Somenzi and
// Bloem 2000; Etessami and Holzmann 2000; Babiak, Kretinsky, Rehak, Strejcek
// 2012): of an automaton for them fewer sets are states.
//
//   G f && G g           G (f && g)
//   F G f && F G g       F G (f && g)
//   f U h && g U h       (f && g) U h
//   f R g && f R h       f R (g && h)
//   G (f && G F g)       G (f && F g)
//   G (f || G F g)       G f || G F g
//   G (f R g)            G g
//   f R G g, X G F g     G g, G F g
//
// and what becomes of these by negation.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "explore/temporal/formula.hpp"

namespace vicinal::explore::inline temporal {

class Simplified {
 public:
  // Must outlive it.
  explicit Simplified(Formulas& formulas) : formulas_(formulas) {}

  // Formulas of states within it stay, or are joined by && and ||. O(what is
  // below it * log), the first time. Polls.
  FormulaId operator()(FormulaId path);

 private:
  using Parts = std::vector<FormulaId>;

  FormulaId conjunction(const Parts& parts);
  FormulaId disjunction(Parts parts);
  FormulaId release(FormulaId a, FormulaId b);
  FormulaId always(FormulaId f);
  FormulaId next(FormulaId f);
  void collect(FormulaId f, Kind kind, Parts& parts) const;
  FormulaId joined(std::span<const FormulaId> parts);
  FormulaId no() { return formulas_.constant(false); }
  FormulaId yes() { return formulas_.constant(true); }

  // On all paths: if a suffix satisfies it, the path does (eventual); if the
  // path does, all suffixes do (universal).
  bool eventual(FormulaId f) { return pure(f, true); }
  bool universal(FormulaId f) { return pure(f, false); }
  bool pure(FormulaId f, bool eventual);

  Formulas& formulas_;
  std::map<FormulaId, FormulaId> known_;
  std::map<std::pair<FormulaId, bool>, bool> pure_;
};

}  // namespace vicinal::explore::inline temporal
