// SPDX-License-Identifier: MIT
// What proofs claim, held against what was seen: runs, and the states of
// explored instances.
//
//   proofs      a property holds in every reachable state of every instance;
//      |        so does each assertion of an invariant that is inductive
//      v
//   claims  <-- held against --  runs that violate something, small instances
//      |
//      v
//   nothing, or a Contradiction: a proof or a run is wrong
//
// A proof rests on obligations and on a solver, a run on the evaluator; they
// share the front end alone. Where they contradict each other nothing that was
// found may be an answer, nor be written into a certificate.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "decide/allowance.hpp"
#include "decide/family.hpp"
#include "explore/search/explorer.hpp"

namespace vicinal::decide {

// Names the claim, who makes it, the instance and the run. It is a bug of ours,
// whatever the model.
class Contradiction : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Throws Contradiction where the exploration refuted what it was told to be
// known; `proof`: by what, a phrase ("local invariants").
void hold_known(const network::Instance& instance,
                const explore::Exploration& result, std::string_view proof);

// Throws Contradiction where a state of a run in the report, or of one of its
// samples, breaks what a proof in it claims. Samples are explored by size, by
// so many states and claims in all, for a part of the time that was spent so
// far. What there is no time for is not looked at.
void hold_proofs(const FamilyReport& report, std::uint64_t states,
                 const Allowance& allowance);

}  // namespace vicinal::decide
