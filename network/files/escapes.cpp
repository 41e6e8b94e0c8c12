// SPDX-License-Identifier: MIT
// A character is encoded as a whole, so that no half of one is left.
#include "network/files/escapes.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "network/base/utf8.hpp"

namespace vicinal::network::inline files {

namespace {

// Controls; marks of direction and width, which nobody sees; line separators;
// what is no character in XML; the backslash, which DOT keeps.
bool plain(std::uint32_t c) {
  return c >= 0x20 && c != '\\' && !(c >= 0x7F && c < 0xA0) && c != 0xAD &&
         !(c >= 0x200B && c <= 0x200F) && !(c >= 0x2028 && c <= 0x202E) &&
         !(c >= 0x2060 && c <= 0x206F) && c != 0xFEFF && c != 0xFFFE &&
         c != 0xFFFF;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

bool is_plain(std::string_view name) {
  while (!name.empty()) {
    const Character c = first_character(name);
    if (c.length == 0 || !plain(c.number)) return false;
    name.remove_prefix(c.length);
  }
  return true;
}

std::string percent_encoded(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const Character c = first_character(name);
    const std::string_view bytes = name.substr(0, c.length == 0 ? 1 : c.length);
    if (c.length > 0 && plain(c.number) && c.number != '%') {
      out += bytes;
    } else {
      for (const char byte : bytes) {
        out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
      }
    }
    name.remove_prefix(bytes.size());
  }
  return out;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (text[i] != '%' || high < 0 || low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(static_cast<unsigned char>(16 * high + low));
    i += 2;
  }
  return out;
}

}  // namespace vicinal::network::inline files
