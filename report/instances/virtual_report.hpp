// SPDX-License-Identifier: MIT
// How symmetric a structure, or a model read as one, is (VS), as text, as JSON
// and as pictures.
#pragma once

#include <optional>
#include <string>

#include "explore/virtual/classify.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

struct Judged {
  std::string reading;  // "all states", "reachable states", "structure"
  std::optional<explore::Structure> structure;
  explore::Classification classification;
  std::string why_not;  // there is no structure
};

// The last lines are what VS proves to be the same in other words.
std::string judged_text(const Judged& judged);
Json judged_json(const Judged& judged);

// For Graphviz, two graphs: M^G, states of an orbit with one color, arcs that M
// does not have dashed; and M/G, a node for each orbit, with its size. Empty
// without a structure.
std::string pictures_dot(const Judged& judged);

}  // namespace vicinal::report::inline instances
