// SPDX-License-Identifier: MIT
// A counterexample to an obligation as a formula of the language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "obligations/obligations.hpp"

namespace vicinal::fixpoint::inline family {

// What the nodes of a counterexample and their edges hold before the step:
//
//   forall a, b in s: !(a != b && same(a.right, b.left) && a.phase == hungry)
//
// says that it does not occur. Of edges that are known by port sets only the
// values are said.
struct ExampleText {
  std::string binders;                // a, b in s
  std::vector<std::string> literals;  // the local state
};

// None: the solver gave no values.
std::optional<ExampleText> example_text(
    const network::Model& model, const obligations::Obligation& obligation,
    const obligations::Judgement& judgement);

}  // namespace vicinal::fixpoint::inline family
