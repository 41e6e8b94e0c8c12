// SPDX-License-Identifier: MIT
// A Cubicle file as it was written: names are not looked up yet.
//
// Terms and formulas lie in arenas; the parser bounds their nesting at
// `ast::max_depth`, so that walkers may recurse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/base/ids.hpp"
#include "network/imports/tree/remarks.hpp"
#include "network/language/ast.hpp"

namespace vicinal::cubicle {

namespace ast = network::ast;
using ast::Word;
using network::Span;

using TermId = network::Id<struct CubicleTermTag>;
using FormulaId = network::Id<struct CubicleFormulaTag>;

enum class TermKind : std::uint8_t {
  name,     // word: a global, a constant, a constructor, a process
  access,   // word, indices
  integer,  // value
  real,     // value / denominator
  add,      // left, right
  subtract,
  multiply,
  negate,  // left
};

// A process is named by a variable or, as in #2, by its number.
struct Term {
  TermKind kind = TermKind::integer;
  Span span;
  Word word;
  std::int64_t value = 0;
  std::int64_t denominator = 1;  // a power of ten
  std::vector<Word> indices;
  TermId left, right;
};

enum class FormulaKind : std::uint8_t {
  truth,  // value
  equal,  // left, right: terms
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  negation,  // parts
  conjunction,
  disjunction,
  implication,
  equivalence,
  choice,  // if, then, else
  forall,  // variables; parts: the body
  exists,
  forall_other,
  exists_other,
};

struct Formula {
  FormulaKind kind = FormulaKind::truth;
  Span span;
  bool value = true;
  TermId left, right;
  std::vector<FormulaId> parts;
  std::vector<Word> variables;
};

// | condition : value  or  | _ : value
struct Case {
  FormulaId condition;  // none: _
  TermId value;
};

enum class UpdateKind : std::uint8_t {
  value,  // G := t;  A[x] := t;
  cases,  // G := case ...;  A[j] := case ...;
  any,    // G := ?;  G := .;
};

struct Update {
  UpdateKind kind = UpdateKind::value;
  Word target;
  std::vector<Word> indices;
  TermId value;
  std::vector<Case> cases;
  Span span;
};

struct Transition {
  Word name;
  std::vector<Word> parameters;
  FormulaId guard;  // none: true
  std::vector<Update> updates;
  Span span;
};

// init, invariant, unsafe
struct Cube {
  std::vector<Word> variables;
  FormulaId formula;
  Span span;  // of the word
};

struct Type {
  Word name;
  std::vector<Word> constants;  // none: abstract
  Span span;
};

enum class SymbolKind : std::uint8_t { constant, variable, array };

struct Symbol {
  SymbolKind kind = SymbolKind::variable;
  Word name;
  std::size_t dimensions = 0;
  Word type;
  Span span;
};

struct System {
  std::optional<std::int64_t> processes;  // number_procs
  std::vector<Type> types;
  std::vector<Symbol> symbols;
  std::vector<Cube> inits, invariants, unsafes;
  std::vector<Transition> transitions;
  std::vector<imports::Remark> remarks;  // its comments

  std::vector<Term> terms;
  std::vector<Formula> formulas;

  const Term& operator[](TermId id) const { return terms[id.index()]; }
  const Formula& operator[](FormulaId id) const { return formulas[id.index()]; }
};

}  // namespace vicinal::cubicle
