// SPDX-License-Identifier: MIT
// Names in formats that cannot hold every character.
//
// Where a name has characters that a format does not hold, or that a reader
// should not meet (controls, marks that turn the direction of text), all names
// of the file are percent-encoded, and an attribute of the graph says so.
#pragma once

#include <string>
#include <string_view>

namespace vicinal::network::inline files {

inline constexpr std::string_view encoding_attribute = "vicinal_encoding";
inline constexpr std::string_view encoding_percent = "percent";

// Whether a name stands in any format for itself.
bool is_plain(std::string_view name);

// The same name in plain characters; '%' and what is not plain by the values of
// its bytes, %41.
std::string percent_encoded(std::string_view name);

// Undoes it; a '%' without two digits stays.
std::string percent_decoded(std::string_view text);

}  // namespace vicinal::network::inline files
