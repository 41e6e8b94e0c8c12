// SPDX-License-Identifier: MIT
// Which logic a formula is of.
#pragma once

#include "network/base/diagnostic.hpp"
#include "network/imports/pnml/property_syntax.hpp"

namespace vicinal::pnml {

// Of a marking alone: no path is in it.
bool is_condition(const Formula& f);

// Of a formula that was read without an error. Sets `form` and `two_readings`.
// V1212 for a formula of paths that is under no quantifier of paths, and for
// one with <next> that is neither CTL nor LTL: whether a path that is stuck has
// a next marking is then not known. So for <equivalence> and
// <exclusive-disjunction> of formulas of paths.
void find_form(Property& property, network::Diagnostics& diagnostics);

}  // namespace vicinal::pnml
