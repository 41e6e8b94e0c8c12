// SPDX-License-Identifier: MIT
// Files that gzip packed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vicinal::network::inline files {

// By the two bytes that all of them begin with, and no text.
bool is_packed(std::string_view bytes);

// What was packed, in one part or in several. `error` is a sentence where there
// is something else, or more than `most` bytes: a small file may be of any
// size. Polls.
struct Unpacked {
  std::string text;
  std::string error;
};
Unpacked unpack(std::string_view bytes, std::size_t most);

}  // namespace vicinal::network::inline files
