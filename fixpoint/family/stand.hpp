// SPDX-License-Identifier: MIT
// Where the nodes and edges of a counterexample stand, read off the labels of
// its values (obligations/shown.cpp): "a is s[0]", "a.left is link[0]".
#pragma once

#include <optional>
#include <set>
#include <span>
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

// The sizes of a counterexample: an instance that has nothing else.
network::Instance sizes_of(const network::Model& model,
                           const obligations::Obligation& obligation,
                           const obligations::Judgement& judgement);

// Whether something with these indices is there at these sizes, of a family
// with these dimensions. Nothing is where these cannot be evaluated.
bool is_there(const network::Instance& sizes,
              std::span<const network::ExprId> dimensions,
              std::span<const network::Scalar> indices);

// The nodes of a counterexample that are not there: facts are said of any
// indices, and nodes that nobody names may have any. None without values.
std::set<std::string> absent_nodes(const network::Model& model,
                                   const obligations::Obligation& obligation,
                                   const obligations::Judgement& judgement);

// Whether a label speaks of the node of this name, or of an element at it:
// `a.x`, `a is s[0]`, `b.heard[a]`.
bool is_about(const std::string& label, const std::string& node);

// Of a label that has one of the indices of a place, `a.left is link[0]`: what
// stands there, and the family. None: it shows something else.
std::optional<std::pair<std::string, std::string>> standing_place(
    const std::string& label);

// Whether a label, `x.field after`, begins with the name of a shared variable.
bool about_shared(const network::Model& model, const std::string& label);

}  // namespace vicinal::fixpoint::inline family
