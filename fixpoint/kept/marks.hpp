// SPDX-License-Identifier: MIT
// Marks: what members of a family show of truths and enumerations, as a part of
// a formula about somebody.
#pragma once

#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::fixpoint::inline kept {

// With a place for the name of a member: "{0}.phase == free", "!{0}.up".
using Mark = std::string;

std::string shown_by(const std::string& member, const Mark& mark);

// Of all values of variables; none, where they are more than 16. O(variables *
// values).
std::vector<Mark> marks_of(const network::Model& model,
                           const network::NodeFamily& family);

}  // namespace vicinal::fixpoint::inline kept
