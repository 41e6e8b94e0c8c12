// SPDX-License-Identifier: MIT
// What makes a line no generator comes first, what makes a generator no
// symmetry last.
#include "symmetry/written/group_catalogue.hpp"

#include "symmetry/written/codes.hpp"

namespace vicinal::symmetry::inline written {

namespace {

constexpr network::Entry entries[] = {
    {codes::not_a_generator, "not a generator",
     "A file for --group has a generator in each line, as cycles: nodes, "
     "variables or constants, values of a variable behind a colon, or "
     "variables with values.",
     "s[0] s[1] s[2]\n", "(s[0] s[1] s[2] s[3] s[4] s[5])\n"},
    {codes::unknown_in_generator, "an unknown name in a generator",
     "Nodes, edges and variables are called as in traces, s[0], token[0], "
     "s[0].phase; values are those of the variable.",
     "(s[0] s[1] s[2] s[3] s[4] s[6])\n", "(s[0] s[1] s[2] s[3] s[4] s[5])\n"},
    {codes::no_permutation, "not a permutation",
     "In the cycles of a generator each name stands once; what changes places "
     "is of one process, one type or one enumeration, and no two variables go "
     "to one.",
     "(s[0] s[1] s[2] s[3] s[4] s[0])\n", "(s[0] s[1] s[2] s[3] s[4] s[5])\n"},
    {codes::no_symmetry, "a generator that is no symmetry",
     "What is given by --group is not believed: initial states, steps and what "
     "is asked have to stay as they are when a generator renames them. 'check' "
     "asks nothing of it but the model, and uses what formulas leave.",
     "(s[0] s[1])\n", "(s[0] s[1] s[2] s[3] s[4] s[5])\n"},
};

}  // namespace

std::span<const network::Entry> group_catalogue() {
  return entries;
}

}  // namespace vicinal::symmetry::inline written
