// SPDX-License-Identifier: MIT
// Text of others within a page. What a browser, or XML, would not take as text
// is replaced: bytes that are not UTF-8 and control characters by U+FFFD.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace vicinal::report::inline html {

// Between tags, and within an attribute in quotes of either kind.
std::string escaped(std::string_view text);

// Well-formed UTF-8 without control characters but for line breaks and tabs.
std::string cleaned(std::string_view text);

// Within an element `script`: nothing in it ends the element, begins a comment,
// or is a line break of JavaScript within a string.
std::string script_json(const nlohmann::ordered_json& json);

}  // namespace vicinal::report::inline html
