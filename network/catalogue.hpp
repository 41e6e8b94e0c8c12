// SPDX-License-Identifier: MIT
// What every diagnostic means, with an example that gives it and the example
// put right: `vicinal explain`.
#pragma once

#include <span>
#include <string_view>

namespace vicinal::network {

struct Entry {
  int code = 0;
  std::string_view title;
  std::string_view explanation;
  std::string_view wrong;  // a file that gives this diagnostic
  std::string_view right;  // and one that does not
};

// V01xx and V02xx: characters, tokens, grammar.
std::span<const Entry> syntax_catalogue();

// V03xx and V04xx: names, types, rights; warnings of the front end.
std::span<const Entry> checker_catalogue();

// V05xx: sizes, connections, initial conditions.
std::span<const Entry> elaboration_catalogue();

// V06xx: networks from files.
std::span<const Entry> file_catalogue();

}  // namespace vicinal::network
