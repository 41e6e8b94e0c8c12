// SPDX-License-Identifier: MIT
// A local invariant of one network carried to another (LS 4.4: networks that
// are equivalent by a relation).
//
//   network A ── theta ──┐                 R: the greatest balance relation of
//                        │ R               both networks side by side
//   network B ◀──────────┘── inductive? ──▶ a local invariant of B
//
// That related nodes have equal invariants needs a valid assignment (LS
// Definition 3), which is not asked for: what comes to B is checked there by
// itself (inductive.hpp), so that whatever is wrong with R can cost a proof
// only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fixpoint/carried/inductive.hpp"
#include "fixpoint/single/single.hpp"

namespace vicinal::fixpoint::inline carried {

// Nodes of B that are related to each other.
struct CarriedClass {
  network::NodeId first;      // of B
  std::uint64_t members = 0;  // in B
  network::NodeId from;       // related node of A; none: there is none
  std::uint64_t states = 0;   // of theta(from)
};

struct Carried {
  std::vector<CarriedClass> classes;  // by their first nodes
  // Of B, and inductive there. It need not be the strongest one.
  std::optional<SingleInvariant> invariant;
  std::string why;               // there is none: a phrase
  std::optional<Broken> broken;  // there is none: it is not inductive
};

// `theta` is complete, of an instance of the model of B, of which
// taken_on_quotient holds. Nothing: the initial condition of B has no solution,
// as a diagnostic says. A limit is a `why`.
std::optional<Carried> carry(const SingleInvariant& theta,
                             const network::Instance& to,
                             const network::Limits& limits,
                             network::Diagnostics& diagnostics);

}  // namespace vicinal::fixpoint::inline carried
