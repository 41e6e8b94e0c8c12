// SPDX-License-Identifier: MIT
// Which pieces that follow each other on a line have a space between them.
#pragma once

#include <vector>

#include "network/layout/pieces.hpp"

namespace vicinal::network::layout {

// What a piece is a part of.
struct Setting {
  std::string_view head;  // the first word of its statement or declaration
  bool temporal = false;  // within the formula of `ltl`, `ctl`, `ctlstar`
  bool typed = false;     // a ':' between a name and its type
  bool listed = false;    // a ',' between the names of an enumeration
  bool bound = false;     // a sign of arithmetic in a bound of a range: `n-1`
  bool opens_block = false;  // a '{' of statements, declarations or names
  bool ends_block = false;   // the '}' to it
};

// One for each piece. O(pieces), but for bounds, which are looked at once from
// each side.
std::vector<Setting> settings_of(const std::vector<Piece>& pieces);

// Whether there is a space before each piece where it follows on the same line;
// false for the first. O(pieces).
std::vector<bool> spaces_of(const std::vector<Piece>& pieces,
                            const std::vector<Setting>& settings);

}  // namespace vicinal::network::layout
