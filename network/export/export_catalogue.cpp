// SPDX-License-Identifier: MIT
// Both are limits of the export, not of the model: they say what to change.
#include "network/export/export_catalogue.hpp"

#include "network/flat/codes.hpp"

namespace vicinal::exported {

namespace {

constexpr network::Entry entries[] = {
    {flat::codes::number_too_wide, "a number that does not fit another tool",
     "Spin and Murphi count with 32 bits and wrap, or stop, where a number "
     "leaves them. What may leave them, as far as types tell, is not "
     "exported: a variable of type int, say. Give it a range.",
     "shared x : int = 0;\nrule r when x < 9 { x := x + 1; }\n",
     "shared x : 0..9 = 0;\nrule r when x < 9 { x := x + 1; }\n"},
    {flat::codes::too_long_to_write_out,
     "an instance that is too long to write out",
     "An export has a guarded command for each binding of each action, with "
     "all quantifiers, loops and indices written out, and its first step tries "
     "each valuation of the variables without an initial value. Take a smaller "
     "instance, or give initial values.",
     "shared x : 0..99999999;\n", "shared x : 0..99999999 = 0;\n"},
};

}  // namespace

std::span<const network::Entry> export_catalogue() {
  return entries;
}

}  // namespace vicinal::exported
