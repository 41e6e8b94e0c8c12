// SPDX-License-Identifier: MIT
// The universal prefix of a property: what has to be certain for every choice
// of its bound variables (design 3.4). Not for use outside of fixpoint/.
//
//   forall i, j in s: i != j && adjacent(i, j) => !(a(i) && a(j))
//   └── binders ────┘ └── premise ───────────┘    └── body ──────┘
//
// Premises may stand between quantifiers; && splits a property into paths;
// !exists is forall; atmost k and count(..) <= k say of any k + 1 different
// choices that not all satisfy the body.
#pragma once

#include <string>
#include <vector>

#include "network/semantics/evaluator.hpp"

namespace vicinal::fixpoint::inline implication {

// One level: variables to choose; then expressions of which one must be true
// (as written, or negated) for the path to hold already.
struct PathLevel {
  network::Range binders;
  struct Escape {
    network::ExprId expr;
    bool negated = false;  // a premise: the path holds where it is false
  };
  std::vector<Escape> escapes;
};

struct Path {
  std::vector<PathLevel> levels;
  network::ExprId body;
  bool negated = false;  // the path holds where the body is false
  // `copies` > 1: that many different choices of the last level, all of whose
  // bodies being true breaks the property.
  std::uint32_t copies = 1;
  std::string not_local;  // why views cannot decide the body; empty: they can
};

// The paths of a property: it holds if all of them do. `k` of atmost must not
// depend on the state.
std::vector<Path> property_paths(const network::Instance& instance,
                                 network::ExprId formula);

// For errors: the members of a path of several copies, by themselves. All of
// them are looked at, also where there are too few to break the property.
Path one_member(const Path& path);

// For errors: where the body speaks of all nodes together, what it is made
// of. It can be evaluated if each of these can, whatever their truth. None:
// the body is to be looked at as a whole.
std::vector<Path> body_parts(const network::Instance& instance,
                             const Path& path);

}  // namespace vicinal::fixpoint::inline implication
