// SPDX-License-Identifier: MIT
// UTF-8, as far as readers and reports need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vicinal::network::inline base {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct Character {
  std::uint32_t number = 0;
  std::size_t length = 0;  // in bytes; 0: what begins here is none
};

// Whether a byte stands in a character behind its first byte.
inline bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// How many characters a text has, whatever they are. O(length).
std::size_t characters_in(std::string_view text);

// Of a text that is not empty.
Character first_character(std::string_view text);

// Where a text stops being UTF-8; none: nowhere. O(length).
std::optional<std::size_t> not_utf8(std::string_view text);

// False, and nothing is appended, if the number is no character.
bool append_utf8(std::string& text, std::uint32_t number);

// The text with small letters for those of ASCII.
std::string small_letters(std::string_view text);

}  // namespace vicinal::network::inline base
