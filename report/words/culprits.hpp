// SPDX-License-Identifier: MIT
// Who breaks a property in the last state of a run.
#pragma once

#include <string>
#include <vector>

#include "network/semantics/verdict.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline words {

struct Culprits {
  // "false for a = s[0], b = s[1]", "too many are true: q =
  // s[0], q = s[2]", "nothing is enabled here"; empty: there is nothing to say.
  std::string text;
  Json json;  // null; or a list of a "variable" and a "value" each
  std::vector<network::NodeId> nodes;
  std::vector<network::EdgeId> edges;
};

// Of an invariant that is called so, which the last state violates; of no such
// one, whether it is a deadlock. Polls.
Culprits culprits_of(const network::Instance& instance,
                     const network::Trace& trace, const std::string& property);

// The same below the text of the run; empty, or a line.
std::string culprits_text(const network::Instance& instance,
                          const network::Trace& trace,
                          const std::string& property);
// Adds "false_for" to what is said of a property, where somebody is.
void add_culprits(const network::Instance& instance,
                  const network::Trace& trace, const std::string& property,
                  Json& json);

}  // namespace vicinal::report::inline words
