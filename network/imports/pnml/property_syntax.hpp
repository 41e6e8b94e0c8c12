// SPDX-License-Identifier: MIT
// Properties of a net, as the files of the Model Checking Contest have them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "network/imports/pnml/syntax.hpp"

namespace vicinal::pnml {

enum class AmountKind : std::uint8_t {
  constant,
  tokens,  // of all these places together
  sum,
  difference,
  product,
};

// An integer.
struct Amount {
  AmountKind kind = AmountKind::constant;
  std::int64_t value = 0;
  std::vector<std::size_t> places;  // into Net::places
  std::vector<Amount> parts;
  Span span;
};

enum class FormulaKind : std::uint8_t {
  // Of a marking
  constant,
  deadlock,
  fireable,  // one of these transitions
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  // Of formulas
  negation,
  conjunction,
  disjunction,
  exclusive,  // two: one of them, and not both
  implication,
  equivalence,
  // Of paths
  next,
  finally,
  globally,
  until,  // before, reach
  all_paths,
  exists_path,
};

struct Formula {
  FormulaKind kind = FormulaKind::constant;
  bool value = true;
  std::vector<std::size_t> transitions;  // into Net::transitions
  std::vector<Amount> sides;             // of a comparison: two
  std::vector<Formula> parts;
  Span span;
};

// What a property becomes: AG of a condition on markings, CTL, LTL (under A),
// or a mixture of both that speaks of no next marking.
enum class PropertyForm : std::uint8_t { invariant, ctl, ltl, ctlstar };

struct Property {
  Word id;
  std::string description;
  Formula formula;
  PropertyForm form = PropertyForm::ctl;
  // A X of a condition is CTL and LTL, which differ if nothing is enabled
  // at the start.
  bool two_readings = false;
};

}  // namespace vicinal::pnml
