// SPDX-License-Identifier: MIT
// Plain text within XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace vicinal::network::inline base {

// As contents, or within an attribute's quotes.
std::string markup_escaped(std::string_view text);

}  // namespace vicinal::network::inline base
