// SPDX-License-Identifier: MIT
// Ranks of temporal properties, as a checked model has them.
#pragma once

#include <cstdint>
#include <vector>

#include "network/base/source.hpp"
#include "network/language/ast.hpp"
#include "network/language/model_ids.hpp"

namespace vicinal::network::inline language {

// While its condition holds, an action or a rule brings what is waited for
// nearer, or a property does, of nodes farther along or shown before. Of a rank
// that names nobody each step does, and the condition is true.
struct Situation {
  bool everybody = false;
  ExprId able;             // of everybody: whether somebody can move
  ProcessId process;       // none: a rule, or, where node is there, a property
  std::uint32_t item = 0;  // its action, the rule, or the property relied on
  Range binders;           // into Model::binders: one, of who helps, or none
  ExprId node;             // who helps: a bound variable; of a rule none
  ExprId condition;
  // Of a strongly fair action that need not be enabled as long as the condition
  // holds: a rank of its own, which says why it is again and again. Its terms,
  // situations and `pending` are as those of a Ranking, and may be about who
  // helps here; none: the action is enabled all the time.
  std::vector<ExprId> terms;
  std::vector<Situation> meanwhile;
  ExprId pending;
  Span span;
};

// A rank that is proposed for a temporal property (progress.hpp): checked,
// never believed. Its expressions are about the variables of the property, by
// their slots there; those of a situation also about who helps.
struct Ranking {
  std::uint32_t property = 0;
  std::vector<ExprId> terms;  // integers, the first one weighs most
  std::vector<Situation> situations;
  ExprId pending;  // some situation holds, of somebody
  Span span;
};

}  // namespace vicinal::network::inline language
