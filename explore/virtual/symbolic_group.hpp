// SPDX-License-Identifier: MIT
// Virtual symmetry of a model under any group of permutations of its states,
// on all valuations of its variables, without enumerating them (VS, section 3;
// symbolic.hpp has that of all permutations of the processes).
//
//        r                  For each generator g, and each step r that may be
//    s ─────▶ r(s)          taken in s: some step r' may be taken in g(s) whose
//    │          │           body is that of r, renamed by k = g t, where t is a
//    g          k           member of the group with t(s) = s. Then r' leads
//    ▼          ▼           from g(s) = k(s) to k(r(s)), which is in the orbit
//   g(s) ───▶ k(r(s))       of r(s).
//        r'
#pragma once

#include <vector>

#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline virtual_symmetry {

// The quotient by the group that these maps generate, over the sorts of the
// instance, if the instance is virtually symmetric under it, and initial
// states, failures and what is asked are symmetric: states of an orbit are then
// bisimilar (Proposition 1), and one of them stands for all. Else `why_not`
// says in words what was not shown: it may hold nevertheless. Lists of
// properties as of model_symmetry.
//
// Where a renamed step is none of the model, some hundred members of the group
// are tried for t, and Z3 is asked once for each generator and step. Polls.
symmetry::ModelSymmetry find_virtual_symmetry(
    const network::Instance& instance, const std::vector<std::size_t>& asked,
    const std::vector<std::size_t>& evaluated,
    const std::vector<symmetry::StateMap>& generators);

}  // namespace vicinal::explore::inline virtual_symmetry
