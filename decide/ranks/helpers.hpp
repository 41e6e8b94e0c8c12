// SPDX-License-Identifier: MIT
// Who may help whom: fair actions and rules, in the situations where they can
// be done.
#pragma once

#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::decide::inline ranks {

// Situations of a rank, as in its text, while `waiting` holds of the variables:
//
//   P.a of i when ...           who waits
//   P.a of h in p when ...      anybody who can
//   P.a of h in p when ... && h.up    and shows something, or is named
//
// `member`: a name that nothing else has; `any`: of actions that are not fair,
// too. None of actions whose guard is not written where it stands, or ranges
// over ports. O(actions * values).
std::vector<std::string> helpers_of(const network::Model& model,
                                    const std::vector<network::Binder>& binders,
                                    const std::string& waiting,
                                    const std::string& member, bool any);

// The guard of a process's action, said of a node from outside: `phase == idle`
// becomes `h.phase == idle`. Of one with parameters, that some have it. Empty:
// it cannot be said.
std::string guard_of(const network::Model& model, const network::Action& action,
                     const std::string& node);

}  // namespace vicinal::decide::inline ranks
