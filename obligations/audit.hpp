// SPDX-License-Identifier: MIT
// The vacuity audit: does an obligation hold because of what it concludes, or
// because what it assumes contradicts itself?
//
// Everything that an obligation assumes is true of some situation, or nothing
// is proved. What it assumes without the denied goal must be satisfiable; where
// it is not, there must be a reason that can be named: no instance has such
// members, no state is meant, the step is never enabled there, it always fails.
// That a step *does* something is no reason: from a state where it is enabled,
// what is said of the step is satisfied by what it does, also if it fails.
// Where it is not, facts contradict each other, as they did in the wrong proofs
// of SOUNDNESS.md; the audit prints which.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "obligations/obligations.hpp"

namespace vicinal::obligations {

enum class Vacuity : std::uint8_t {
  none,           // what is assumed is satisfiable
  impossible,     // it is not, for the reason that is named
  contradictory,  // it is not, and there is no reason
  undecided,      // Z3 does not know
};

struct Audited {
  Vacuity vacuity = Vacuity::none;
  // impossible: the reason, a sentence without its period; contradictory:
  // assertions that no situation satisfies together, a line each.
  std::string why;
};

// Of each obligation, which Z3 has found unsatisfiable: whether it holds in
// vain. They must have been made with Request::parts. `effort`: for each
// question to Z3.
std::vector<Audited> audit(const std::vector<Obligation>& obligations,
                           std::uint64_t effort = default_effort);

// Some of the assertions of a text that are unsatisfiable together, as few as
// deleting one after the other leaves; a line each. Empty if Z3 does not find
// the text unsatisfiable.
std::string contradiction(const std::string& text,
                          std::uint64_t effort = default_effort);

}  // namespace vicinal::obligations
