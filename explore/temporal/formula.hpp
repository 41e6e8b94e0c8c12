// SPDX-License-Identifier: MIT
// Temporal formulas of one instance: CTL* in negation normal form, over ground
// atoms (GQ section 2; design 3.1).
//
// Quantifiers over nodes are gone: a conjunction or a disjunction stands for
// each. What is left is
//
//   true  false  atom  !atom  f && g  f || g  X f  f U g  f R g  E f  A f
//
// with F f = true U f, G f = false R f, f W g = g R (f || g).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "network/base/ids.hpp"
#include "network/semantics/evaluator.hpp"

namespace vicinal::explore::inline temporal {

using FormulaId = network::Id<struct FormulaTag>;

enum class Kind : std::uint8_t {
  constant,  // value
  atom,      // number; value: whether it has to hold
  conjunction,
  disjunction,
  next,  // first
  until,
  release,
  exists_path,    // first
  for_all_paths,  // first
};

struct Formula {
  Kind kind = Kind::constant;
  bool value = true;
  std::uint32_t atom = 0;
  FormulaId first, second;

  auto key() const {
    return std::tuple(kind, value, atom, first.value, second.value);
  }
};

// A condition on states: an expression, with the values of the variables that
// quantifiers around it bind.
struct Atom {
  network::ExprId condition;
  std::vector<network::Scalar> frame;

  auto operator<=>(const Atom&) const = default;
};

// Equal formulas are one: ids can be compared.
class Formulas {
 public:
  const Formula& operator[](FormulaId id) const { return list_[id.index()]; }
  std::size_t size() const { return list_.size(); }

  // Whether it is this constant.
  bool is(FormulaId id, bool value) const {
    const Formula& f = list_[id.index()];
    return f.kind == Kind::constant && f.value == value;
  }

  FormulaId constant(bool value);
  FormulaId atom(std::uint32_t atom, bool value);
  FormulaId conjunction(FormulaId a, FormulaId b);
  FormulaId disjunction(FormulaId a, FormulaId b);
  FormulaId next(FormulaId a);
  FormulaId until(FormulaId a, FormulaId b);
  FormulaId release(FormulaId a, FormulaId b);
  FormulaId exists_path(FormulaId a);
  FormulaId for_all_paths(FormulaId a);

  // O(what is below it), the first time.
  FormulaId negation(FormulaId f);

  // The formula of states on those paths only on which a formula of states
  // holds everywhere: E f becomes E (f && G allowed), A f A (G allowed => f),
  // for each path quantifier (GQ 3.3).
  FormulaId relative(FormulaId f, FormulaId allowed);
  // The formula with others in place of some within it.
  using Others = std::map<FormulaId, FormulaId>;
  FormulaId replaced(FormulaId f, Others& others);

  // Whether it speaks of states only: it has no X, U, R outside of A and E.
  bool of_states(FormulaId f) const { return of_states_[f.index()]; }
  // Whether it has a path quantifier in it.
  bool quantified(FormulaId f) const { return quantified_[f.index()]; }
  // The atoms that it mentions, ascending.
  std::vector<std::uint32_t> atoms(FormulaId f) const;

 private:
  FormulaId make(const Formula& f);
  FormulaId negated(const Formula& f);
  FormulaId rebuilt(const Formula& f, FormulaId a, FormulaId b);
  FormulaId relative(FormulaId f, FormulaId always,
                     std::map<FormulaId, FormulaId>& known);
  bool is_of_states(const Formula& f) const;

  std::vector<Formula> list_;
  std::vector<bool> of_states_, quantified_;
  std::vector<FormulaId> negations_;
  std::map<decltype(Formula{}.key()), FormulaId> numbers_;
};

// Formulas whose atoms become others, compared up to the order in which parts
// of conjunctions and disjunctions stand.
class NormalFormulas {
 public:
  // What atoms become; all of a formula have to be there.
  using Image = std::map<std::uint32_t, std::uint32_t>;
  // Of formulas under one image; not to be used for another.
  using Known = std::map<FormulaId, std::uint32_t>;

  // Equal numbers, equal formulas, whatever the images are. O(what is below it
  // * log), the first time. Polls.
  std::uint32_t number(const Formulas& formulas, FormulaId f,
                       const Image& image, Known& known);

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
};

// The property without its quantifiers; `ltl` under A. Atoms are numbered by
// their place in `atoms`, which grows. Throws ModelError if the range of a
// quantifier cannot be evaluated, and StateInRange if it depends on the state:
// then a conjunction over its members would be another one in each state.
struct StateInRange {
  network::Span span;
};
FormulaId ground(const network::Instance& instance,
                 const network::Property& property, Formulas& formulas,
                 std::vector<Atom>& atoms);

// Parts all of which have to hold where it holds (GQ 4.1): A goes to the parts
// of a conjunction, and so does A G. O(parts).
std::vector<FormulaId> decomposed(Formulas& formulas, FormulaId id);

// As in the model, with the names of nodes in place of variables.
std::string text(const network::Instance& instance, const Formulas& formulas,
                 const std::vector<Atom>& atoms, FormulaId f);

}  // namespace vicinal::explore::inline temporal
