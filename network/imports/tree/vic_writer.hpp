// SPDX-License-Identifier: MIT
// A syntax tree as readable text of a model: what front ends make of files in
// other languages, for people and for whatever reads models as text.
#pragma once

#include <string>
#include <vector>

#include "network/base/source.hpp"
#include "network/imports/tree/remarks.hpp"
#include "network/language/ast.hpp"

namespace vicinal::imports {

// Parsing the text gives a tree that is equal but for places and parentheses.
// The tree has no `error` nodes. Recursion as deep as the tree; O(size) text.
//
// Written are enums, consts, params, definitions, structs, processes, a network
// block, shared variables, initial conditions, rules, and properties of all
// kinds.
struct Written {
  std::string text;
  // Of each expression, statement and declaration whose span is not empty:
  // where it stands in the text, and the span, which is of the original.
  std::vector<network::Origin::Part> parts;
};

// Remarks are of different declarations, in their order; each is written once.
Written write_model(const network::ast::Tree& tree,
                    const std::vector<Remark>& remarks = {});

}  // namespace vicinal::imports
