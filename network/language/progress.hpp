// SPDX-License-Identifier: MIT
// Temporal properties that say that something comes about, in the shapes that
// ranks are for: each under any number of `forall i in s`.
//
//   ltl               ctl
//   F {q}             AF {q}               eventually
//   {p} U {q}         A({p} U {q})         eventually, and p until then
//   G F {q}           AG AF {q}            again and again
//   G ({p} => F {q})  AG ({p} => AF {q})   after each p
//                     AG EF {q}            it stays possible
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::network::inline language {

// `possible`: of each reachable state some path leads to q; what is assumed of
// fairness adds nothing to that. The others are about all fair paths.
enum class ProgressShape : std::uint8_t { once, again, response, possible };

struct ProgressProperty {
  ProgressShape shape = ProgressShape::once;
  std::vector<Binder> binders;  // of the `forall`s, the outermost first
  ExprId from;                  // p, of a response: a state formula
  ExprId until_then;            // p, of an until, which is `once`
  ExprId goal;                  // q
};

// None: the property has another shape, or is no `ltl` or `ctl` property.
std::optional<ProgressProperty> progress_of(const Model& model,
                                            const Property& property);

// Whether the model assumes of each node, or of the rule, that the action is
// taken again and again if it is enabled from some point on. Strong fairness
// says that, too. Global fairness is of states, not of actions: it says that of
// instances with finitely many states, and counts for none.
bool is_fair(const Model& model, ProcessId process, std::uint32_t item);

// Whether it assumes that of an action that is enabled again and again.
bool is_strongly_fair(const Model& model, ProcessId process,
                      std::uint32_t item);

}  // namespace vicinal::network::inline language
