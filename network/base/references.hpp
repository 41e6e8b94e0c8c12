// SPDX-License-Identifier: MIT
// Ids that stand for others, as <referencePlace> of PNML: where they lead.
#pragma once

#include <string>
#include <vector>

namespace vicinal::network::inline base {

struct Reference {
  std::string id;  // no other one has it
  std::string to;
};

// Of each reference, what it leads to through others and is none of them; null:
// it goes round. Each is looked at a few times, however long chains are. Points
// into the references.
std::vector<const std::string*> ends_of(const std::vector<Reference>& all);

}  // namespace vicinal::network::inline base
