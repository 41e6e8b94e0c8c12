// SPDX-License-Identifier: MIT
// Eight bytes at a time where they are ASCII.
#include "network/base/utf8.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace vicinal::network::inline base {

std::size_t characters_in(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, std::not_fn(continues_character)));
}

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t count = first >= 0xF0   ? 4
                            : first >= 0xE0 ? 3
                            : first >= 0xC0 ? 2
                                            : 0;
  if (count == 0 || first > 0xF4 || text.size() < count) return {};
  std::uint32_t number = first & (0x7FU >> count);
  for (std::size_t i = 1; i < count; ++i) {
    if (!continues_character(text[i])) return {};
    number = number << 6 | (byte(i) & 0x3F);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = number >= 0xD800 && number <= 0xDFFF;
  if (number < least[count] || number > 0x10FFFF || surrogate) return {};
  return {number, count};
}

std::optional<std::size_t> not_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t eight = 0;
    if (i + sizeof eight <= text.size()) {
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080U) == 0) {
        i += sizeof eight;
        continue;
      }
    }
    const std::size_t count = first_character(text.substr(i)).length;
    if (count == 0) return i;
    i += count;
  }
  return std::nullopt;
}

bool append_utf8(std::string& text, std::uint32_t number) {
  const auto add = [&](std::uint32_t byte) {
    text += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) return false;
  if (number < 0x80) {
    add(number);
  } else if (number < 0x800) {
    add(0xC0 | number >> 6);
    add(0x80 | (number & 0x3F));
  } else if (number < 0x10000) {
    add(0xE0 | number >> 12);
    add(0x80 | (number >> 6 & 0x3F));
    add(0x80 | (number & 0x3F));
  } else {
    add(0xF0 | number >> 18);
    add(0x80 | (number >> 12 & 0x3F));
    add(0x80 | (number >> 6 & 0x3F));
    add(0x80 | (number & 0x3F));
  }
  return true;
}

std::string small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace vicinal::network::inline base
