// SPDX-License-Identifier: MIT
// Temporal properties that say that something comes about, in the shapes that
// ranks are for: each under any number of `forall i in s`.
//
//   F {q}                 eventually
//   G F {q}               again and again
//   G ({p} => F {q})      after each p
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

enum class ProgressShape : std::uint8_t { once, again, response };

struct ProgressProperty {
  ProgressShape shape = ProgressShape::once;
  std::vector<Binder> binders;  // of the `forall`s, the outermost first
  ExprId from;                  // p, of a response: a state formula
  ExprId goal;                  // q
};

// None: the property has another shape, or is no `ltl` property.
std::optional<ProgressProperty> progress_of(const Model& model,
                                            const Property& property);

// Whether the model assumes of each node, or of the rule, that the action is
// taken again and again if it is enabled from some point on. Strong fairness
// says that, too. Global fairness is of states, not of actions: it says that of
// instances with finitely many states, and counts for none.
bool is_fair(const Model& model, ProcessId process, std::uint32_t item);

}  // namespace vicinal::network::inline language
