// SPDX-License-Identifier: MIT
// A Petri net as a tree of ours.
#pragma once

#include <vector>

#include "network/base/diagnostic.hpp"
#include "network/imports/pnml/property_syntax.hpp"
#include "network/imports/tree/remarks.hpp"
#include "network/language/ast.hpp"

namespace vicinal::pnml {

struct Translation {
  network::ast::Tree tree;
  // What names of the file became, where they could not stay.
  std::vector<imports::Remark> remarks;
  // Whether nothing is enabled at the start, where a property has two readings.
  bool dead_at_start = false;
};

// The model that docs/imports.md says: one node whose variables are the places
// and whose actions are the transitions, and a family of nodes for each class
// of colours. Places of properties are shown as if their text stood `behind`.
// After an error (V1205, V1209, V1210) it is of no use.
Translation translate(const Net& net, const std::vector<Property>& properties,
                      std::uint32_t behind, network::Diagnostics& diagnostics);

}  // namespace vicinal::pnml
