// SPDX-License-Identifier: MIT
// The step or the state that blocks a proof for every size, as text.
#pragma once

#include <string>
#include <vector>

#include "decide/family/family.hpp"

namespace vicinal::report::inline proof {

struct BlockingField {
  std::string name;
  std::string before;
  std::string after = {};  // empty: as before, or no step
  bool place = false;      // where an edge stands
};

// Who takes part. The first has no name: sizes and shared variables.
struct BlockingMember {
  std::string name;
  std::string is;       // p[3]
  bool absent = false;  // no member has such an index
  std::vector<BlockingField> fields;
};

// What the values of a blocking state say; empty where there is no state.
std::vector<BlockingMember> blocking_members(
    const decide::FamilyReport& report, const decide::FamilyAnswer& answer);

// Where loops begin of the step that blocks, of which no more is known than
// what they may write; each once, in the text that a reader has.
std::vector<network::Position> not_followed(const decide::FamilyReport& report,
                                            const decide::FamilyAnswer& answer);

// Several lines, indented: the obligation, then a line for each node or edge
// that it speaks of, by the name that the model gives it. What a step changes
// has an arrow. O(what is shown, squared).
//
//     not excluded: step mutex: p.enter at i, n = 2
//       i = p[0]: level = 1, phase = free -> critical
std::string blocking_text(const decide::FamilyReport& report,
                          const decide::FamilyAnswer& answer);

}  // namespace vicinal::report::inline proof
