// SPDX-License-Identifier: MIT
// The five characters that markup reads as its own become names for themselves,
// whether they stand in contents or in quotes of either kind; all else is left,
// so that UTF-8 comes through.
#include "network/base/markup.hpp"

namespace vicinal::network::inline base {

std::string markup_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace vicinal::network::inline base
