// SPDX-License-Identifier: MIT
// What a checked model uses of the language: which operator over which kinds
// of types, which quantifier over which domain, which statement on what, which
// declaration. Read from the Model after checking, so that a generator of
// models can be asked what it never writes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "network/language/model.hpp"

namespace vicinal::selfcheck {

// Counts the rules that the model uses, by name: "equal: queue", "forall in
// port set", "assign range: checked", "port set, in: bool".
void count_rules(const network::Model& model, std::map<std::string, int>& out);

// What the checker accepts, in the same words: every operator, domain,
// statement and declaration, over the kinds of types that can stand there.
// Left out: temporal properties and fairness; networks from files, which are
// no text; shared variables, ports and edges of `int` (no local engine takes
// them) or over nodes; arrays over nodes of other elements than bool and
// numbers, and such arrays or queues in structs that are written out.
std::vector<std::string> all_rules();

}  // namespace vicinal::selfcheck
