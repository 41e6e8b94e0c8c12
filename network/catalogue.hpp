// SPDX-License-Identifier: MIT
// What the codes of diagnostics mean, for the reference and for tests.
#pragma once

#include <span>
#include <string_view>

namespace vicinal::network {

// One code. `wrong` is a `.vic` text that yields it, and no other error;
// `right` is the same repaired, which yields no error of the code's kind:
// syntactic entries are parsed only, and may use undeclared names.
struct Entry {
  int code;                      // 205 is shown as V0205
  std::string_view title;        // a few words
  std::string_view explanation;  // one to three sentences
  std::string_view wrong;
  std::string_view right;
};

// The codes of the lexer and the parser, V01xx and V02xx, in ascending order.
std::span<const Entry> syntax_catalogue();

}  // namespace vicinal::network
