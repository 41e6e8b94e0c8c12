// SPDX-License-Identifier: MIT
// Where the nodes and edges of a counterexample stand, read off the labels of
// its values (obligations/shown.cpp): "a is s[0]", "a.left is link[0]".
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "network/semantics/instance.hpp"
#include "obligations/obligations.hpp"

namespace vicinal::fixpoint::inline family {

// A family and indices in it. What stands at one place is the same.
struct Stand {
  std::string family;
  std::vector<network::Scalar> indices;
  bool operator==(const Stand&) const = default;
};

// What stands where, in the order of the labels. The judgement has values.
std::vector<std::pair<std::string, Stand>> stands(
    const obligations::Obligation& obligation,
    const obligations::Judgement& judgement);

// Of a label that has one of the indices of a place, `a.left is link[0]`: what
// stands there, and the family. None: it shows something else.
std::optional<std::pair<std::string, std::string>> standing_place(
    const std::string& label);

// Whether a label, `x.field after`, begins with the name of a shared variable.
bool about_shared(const network::Model& model, const std::string& label);

}  // namespace vicinal::fixpoint::inline family
