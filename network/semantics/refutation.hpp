// SPDX-License-Identifier: MIT
// For whom a formula is false: the members of quantifiers that make it so.
#pragma once

#include <optional>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::network::inline semantics {

// Goes to the first members of a quantifier for which its body has this value:
// they are in the frame then. False: there are none. Throws ModelError; where
// the members are what gives the quantifier its value, evaluating what comes
// before them does not fail. Polls.
bool find_members(const Expr& quantifier, bool value,
                  const Evaluator& evaluator, const Context& context);

// A bound variable (into Model::binders), and what it is.
struct BoundValue {
  std::uint32_t binder = 0;
  Scalar value = 0;
};

// A formula that is false, for these members, the outer ones first: of the
// first conjunct that is false, of `forall`, of what a true premise implies; of
// `exists` below a negation. Of `atmost` all that are too many, one after the
// other (`too_many`). Empty: no quantifier says who.
struct Refutation {
  std::vector<BoundValue> values;
  bool too_many = false;
};

// Of a property, or what is said of a whole state; `state` must be evaluated
// without a ModelError. None: it is true, or evaluating it fails. Polls.
std::optional<Refutation> refutation(const Instance& instance,
                                     const std::vector<Scalar>& state,
                                     ExprId formula);

}  // namespace vicinal::network::inline semantics
