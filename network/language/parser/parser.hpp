// SPDX-License-Identifier: MIT
// Text to syntax tree: the front half of the front end.
#pragma once

#include <string_view>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"
#include "network/language/ast.hpp"

namespace vicinal::network::inline language {

// Parses a `.vic` file (design 3). Always returns a tree; where the text is
// wrong, `diagnostics` says so (V01xx, V02xx) and the tree has `error` nodes or
// lacks the declaration. After an error, parsing goes on at the next
// declaration, statement or block, so that one run finds several.
//
// Never throws but for lack of memory. Time and memory O(length); recursion at
// most ast::max_depth levels of nesting.
ast::Tree parse(const Source& source, Diagnostics& diagnostics);

// Whether a text begins as a `.vic` file does: behind comments, with a word
// that begins a declaration.
bool begins_model(std::string_view text);

}  // namespace vicinal::network::inline language
