// SPDX-License-Identifier: MIT
// A group that somebody wrote: generators in cycle notation, in the names of
// the model, one a line.
//
//   # the rotation of a ring; edges go with the nodes that see them
//   (s[0] s[1] s[2])
//   (s[0].phase s[1].phase)(token[0] token[1])    variables change places
//   (label[0]: false true)                        values of one variable do
//   (x = a, y = b)                                x = a becomes y = b
//   (red green)                                   constants, wherever they are
//   (s[0] s[1])(seen[0])(seen[1])                 a variable alone stays
//
// A node goes with all its variables, references to it follow, and elements of
// arrays by nodes; edges go where its image sees one at the same port, unless
// the line says where edges go. What is in no cycle stays. What `vicinal
// symmetry` prints of a generator means the same here, with or without the word
// that it begins with. Names with blanks stand in double quotes.
#pragma once

#include <optional>
#include <vector>

#include "network/base/diagnostic.hpp"
#include "symmetry/detection/find.hpp"
#include "symmetry/maps/literal_map.hpp"

namespace vicinal::symmetry::inline written {

struct WrittenGenerator {
  network::Span span;
  LiteralMap map;                     // a bijection of states
  std::vector<network::NodeId> node;  // where nodes go that are said to
  // Who is asked about it: comparison, constraints, or one after the other.
  Way judge = Way::larger;
};

// What is read means a permutation of the states of the instance, and nothing
// is known of it besides (given_group.hpp). None: there is a diagnostic, V0640
// to V0642. Polls; O(length + generators * slots).
std::optional<std::vector<WrittenGenerator>> read_generators(
    const network::Source& source, const flat::Guarded& guarded,
    network::Diagnostics& diagnostics);

}  // namespace vicinal::symmetry::inline written
