// SPDX-License-Identifier: MIT
// One question about every instance, under construction. Not for use outside
// obligations.
//
// The invariant that makes everything sound:
//
//   For every instance, every state of it, and every choice of the nodes and
//   values that the question names, the fresh constants and functions can be
//   chosen so that all facts hold, every term has the value that evaluation
//   gives (if it gives one), and every error term is true if and only if
//   evaluation is a model error.
//
// So if "facts and a violation" is unsatisfiable, no instance has one. What
// cannot be expressed becomes a fresh constant: weaker, never wrong.
//
// A question is made of parts, each a class with a header of its own that says
// what it is for, and by its references which others it uses:
//
//   facts          what is known
//   sizes          parameters, dimensions, indices
//   slots          slots of types
//   domains        what binders range over
//   members        the join: whom facts are about
//   places         reading and writing the state
//   expressions    values and errors of expressions,
//   numbers          of operators on numbers,
//   quantifiers      of quantifiers and counts,
//   totals           of counts and sums, at the start and after a step
//   instantiation  what holds for all members, at those of the join;
//   enabled          whether somebody can move
//   wiring         who touches which edge
//   statements     what a step writes
#pragma once

#include "obligations/meaning/domains.hpp"
#include "obligations/meaning/expressions.hpp"
#include "obligations/meaning/facts.hpp"
#include "obligations/meaning/instantiation.hpp"
#include "obligations/meaning/members.hpp"
#include "obligations/meaning/numbers.hpp"
#include "obligations/meaning/places.hpp"
#include "obligations/meaning/quantifiers.hpp"
#include "obligations/meaning/sizes.hpp"
#include "obligations/meaning/slots.hpp"
#include "obligations/meaning/statements.hpp"
#include "obligations/meaning/term.hpp"
#include "obligations/meaning/totals.hpp"
#include "obligations/meaning/unsupported.hpp"
#include "obligations/meaning/values.hpp"
#include "obligations/meaning/wiring.hpp"

namespace vicinal::obligations::inline meaning {

// The parts refer to each other, so that it stays where it is. A part takes
// references only while it is made: the others may not be there yet.
struct Query {
  Query(const Model& of, const AskedSizes& asked)
      : model(of), sizes(*this, asked) {}
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  const Model& model;
  Terms terms;
  Facts facts{terms};
  Sizes sizes;
  Slots slots{*this};
  Domains domains{*this};
  Members members{*this};
  Places places{*this};
  Expressions expressions{*this};
  Numbers numbers{*this};
  Quantifiers quantifiers{*this};
  Totals totals{*this};
  Instantiation instantiation{*this};
  Enabled enabled{*this};
  Wiring wiring{*this};
  Statements statements{*this};
};

}  // namespace vicinal::obligations::inline meaning
