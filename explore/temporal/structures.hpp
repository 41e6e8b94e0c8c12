// SPDX-License-Identifier: MIT
// What a formula is checked on, by one of the methods: the structure that
// respects its atoms, or, where that has more symmetry left, formulas within it
// (subformula tracking, GQ 4.2).
//
// Of a formula `E f` or `A f` the outermost formulas of states within f are a
// maximal independent set. Where an exchange of processes makes the same
// formula of one that has path quantifiers, though it makes other atoms of its
// atoms, the formula is tracked: it is an atom, whose value in a state is found
// on a structure of its own, and so on within it.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "explore/temporal/atom_symmetry.hpp"
#include "explore/temporal/checker.hpp"
#include "explore/temporal/guarded_quotient.hpp"

namespace vicinal::explore::inline temporal {

using symmetry::ModelSymmetry;

// What a structure has to respect.
struct Needs {
  std::vector<std::uint32_t> atoms;                 // each by itself; ascending
  std::vector<FormulaId> tracked;                   // and these; ascending
  std::vector<std::vector<network::NodeId>> alike;  // who may change places

  void add(const Needs& other);
};

// Whether nodes that are alike in `fine` are so in `coarse`.
bool refines(const std::vector<std::vector<network::NodeId>>& fine,
             const std::vector<std::vector<network::NodeId>>& coarse);

class Structures {
 public:
  struct Method {
    bool orbits = false;        // QS; else, without a quotient, all states
    bool guards_later = false;  // AQS
    bool track = true;
    bool global = false;  // fairness; then all states
  };
  // All must outlive it. No symmetry: all states, or a quotient.
  Structures(const network::Instance& instance, Formulas& formulas,
             const std::vector<Atom>& atoms,
             const std::vector<FairAction>& fair, Method method,
             AtomSymmetry* symmetry, GuardedQuotient* quotient,
             network::Budget& budget);
  ~Structures();

  // For a formula of states that has to hold, as it stands.
  Needs needs(FormulaId formula);

  // A structure that meets needs, with who checks formulas on it.
  struct Structure {
    std::shared_ptr<const ModelSymmetry> group;  // null: the trivial one
    std::unique_ptr<Graph> graph;
    std::optional<Checker> checker;
    std::vector<std::vector<network::NodeId>> alike;  // see Needs
    FormulaId inner;  // of a formula within one that is tracked: it
    std::string order() const { return group ? group->order : "1"; }
  };
  std::unique_ptr<Structure> make(const Needs& needs);

  // What is to be checked there.
  FormulaId as_checked(FormulaId formula, const Needs& needs);
  // In terms of formulas that were given.
  void say_as_given(Explanation& why);

  // Formulas that are tracked, and the structures of what is in them.
  std::vector<FormulaId> tracked() const;
  std::vector<const Structure*> inner() const;

 private:
  struct Component;

  bool value(std::uint32_t atom, std::vector<network::Scalar>& state);
  bool holds(FormulaId formula, std::vector<network::Scalar>& state);
  Component& component(FormulaId formula);
  Explanation explain(FormulaId formula,
                      const std::vector<network::Scalar>& state);
  std::uint32_t atom_of(FormulaId tracked);
  void outermost(FormulaId path, std::vector<FormulaId>& letters) const;

  const network::Instance& instance_;
  Formulas& formulas_;
  const std::vector<Atom>& atoms_;
  const std::vector<FairAction>& fair_;
  Method method_;
  AtomSymmetry* symmetry_;
  GuardedQuotient* quotient_;
  network::Budget& budget_;
  network::Evaluator evaluator_;
  std::vector<network::Scalar> frame_;
  // Atoms from allowed_ + 1 on stand for these.
  std::uint32_t allowed_;
  std::vector<FormulaId> tracked_;
  std::map<FormulaId, std::unique_ptr<Component>> components_;
  std::map<FormulaId, FormulaId> given_;  // what was made of it
};

}  // namespace vicinal::explore::inline temporal
