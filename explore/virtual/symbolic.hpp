// SPDX-License-Identifier: MIT
// Virtual symmetry of a model under all permutations of its processes of one
// kind, on all valuations of its variables, without enumerating them (VS,
// section 3).
//
// Where the bodies of an action treat processes alike, those that a step does
// not name among them, so that only guards and priorities tell them apart, it
// is enough that, whenever somebody may take a step in a state, in each
// permuted state somebody in the same local state may: then Aut(s) takes one
// step to the other (strong virtual symmetry).
#pragma once

#include <string>
#include <vector>

#include "symmetry/exchanges/model_symmetry.hpp"

namespace vicinal::explore::inline virtual_symmetry {

using symmetry::ModelSymmetry;

// The quotient by all permutations of the processes, if the instance is
// virtually symmetric, and initial states, failures and what is asked are
// symmetric: one state of each orbit stands for all (Proposition 1), steps are
// those of that state. Else `why_not` says in words what was not shown: it may
// hold nevertheless. Lists of properties as of model_symmetry.
//
// Asks Z3 where renaming a guard gives another one; each question may cost
// some ten milliseconds of work. Polls.
ModelSymmetry find_virtual_symmetry(const network::Instance& instance,
                                    const std::vector<std::size_t>& asked,
                                    const std::vector<std::size_t>& evaluated);

}  // namespace vicinal::explore::inline virtual_symmetry
