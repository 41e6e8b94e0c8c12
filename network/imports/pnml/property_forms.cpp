// SPDX-License-Identifier: MIT
// Only <next> makes a difference between the logics: in CTL a path ends where
// nothing is enabled, in LTL it stays there for ever. G, F and U mean the same
// in both.
#include "network/imports/pnml/property_forms.hpp"

#include <algorithm>

#include "network/base/budget.hpp"
#include "network/imports/pnml/codes.hpp"

namespace vicinal::pnml {
namespace {

bool is_quantifier(FormulaKind kind) {
  return kind == FormulaKind::all_paths || kind == FormulaKind::exists_path;
}

bool is_path_operator(FormulaKind kind) {
  return kind == FormulaKind::next || kind == FormulaKind::finally ||
         kind == FormulaKind::globally || kind == FormulaKind::until;
}

template <class Test>
bool somewhere(const Formula& f, const Test& test) {
  network::poll();
  return test(f.kind) || std::ranges::any_of(f.parts, [&](const Formula& part) {
           return somewhere(part, test);
         });
}

bool is_ctl(const Formula& f) {
  if (is_condition(f)) return true;
  if (is_path_operator(f.kind)) return false;
  if (!is_quantifier(f.kind)) return std::ranges::all_of(f.parts, is_ctl);
  const Formula& path = f.parts[0];
  return is_path_operator(path.kind) && std::ranges::all_of(path.parts, is_ctl);
}

// AG of a condition, or the same as not EF.
bool is_invariant(const Formula& f) {
  const bool negated = f.kind == FormulaKind::negation;
  const Formula& paths = negated ? f.parts[0] : f;
  if (paths.kind !=
      (negated ? FormulaKind::exists_path : FormulaKind::all_paths)) {
    return false;
  }
  const Formula& path = paths.parts[0];
  return path.kind ==
             (negated ? FormulaKind::finally : FormulaKind::globally) &&
         is_condition(path.parts[0]);
}

// False after an error.
bool is_taken(const Formula& f, bool quantified,
              network::Diagnostics& diagnostics) {
  if (is_condition(f)) return true;
  if (is_path_operator(f.kind) && !quantified) {
    diagnostics.error(codes::property_not_taken, f.span,
                      "this speaks of a path, and no <all-paths> or "
                      "<exists-path> around it says of which");
    return false;
  }
  if (f.kind == FormulaKind::exclusive || f.kind == FormulaKind::equivalence) {
    diagnostics.error(
        codes::property_not_taken, f.span,
        "parts of this speak of paths, which is not taken here",
        {{std::nullopt, "say it by <conjunction>, <disjunction>, <negation>"}});
    return false;
  }
  quantified = quantified || is_quantifier(f.kind);
  return std::ranges::all_of(f.parts, [&](const Formula& part) {
    return is_taken(part, quantified, diagnostics);
  });
}

}  // namespace

bool is_condition(const Formula& f) {
  return !somewhere(f, [](FormulaKind kind) {
    return is_quantifier(kind) || is_path_operator(kind);
  });
}

void find_form(Property& property, network::Diagnostics& diagnostics) {
  const Formula& f = property.formula;
  if (!is_taken(f, false, diagnostics)) return;
  if (is_invariant(f)) {
    property.form = PropertyForm::invariant;
  } else if (f.kind == FormulaKind::all_paths &&
             !somewhere(f.parts[0], is_quantifier)) {
    property.form = PropertyForm::ltl;
    property.two_readings = f.parts[0].kind == FormulaKind::next && is_ctl(f);
  } else if (is_ctl(f)) {
    property.form = PropertyForm::ctl;
  } else if (somewhere(f, [](FormulaKind kind) {
               return kind == FormulaKind::next;
             })) {
    diagnostics.error(
        codes::property_not_taken, f.span,
        "<next> in a formula that is neither CTL nor LTL is not taken",
        {{std::nullopt,
          "whether there is a next marking where nothing is enabled is said "
          "for CTL (no) and for LTL (the same one)"}});
  } else {
    property.form = PropertyForm::ctlstar;
  }
}

}  // namespace vicinal::pnml
