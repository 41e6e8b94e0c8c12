// SPDX-License-Identifier: MIT
// The one layout of `.vic` files: spaces, indentation and braces are the same
// everywhere; where lines end is the author's choice, but for braces.
#pragma once

#include <optional>
#include <string>

#include "network/base/diagnostic.hpp"
#include "network/base/source.hpp"

namespace vicinal::network::layout {

// The text in that layout, by the rules of docs/language.md ("Layout"); none of
// a text that does not parse, for the reasons in `diagnostics`. The tokens and
// comments are those of the source, in their order, so that it means the same.
// A text that has the layout stays as it is. O(length).
std::optional<std::string> laid_out(const Source& source,
                                    Diagnostics& diagnostics);

}  // namespace vicinal::network::layout
