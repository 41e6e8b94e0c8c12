// SPDX-License-Identifier: MIT
// What `--coverage` says: how often actions, parts of guards, branches and
// values came up, and what never did, with the nearest reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/coverage/coverage.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

Json coverage_json(const network::Instance& instance,
                   const explore::CoverageCounts& coverage);
std::string coverage_text(const network::Instance& instance,
                          const explore::CoverageCounts& coverage);

// A choice of an action, a part of its guard or a branch, with how often it was
// enabled, true, or entered, and how often not. In the order of the text.
struct CoveredPart {
  network::Position position;
  std::string text;
  std::uint64_t yes = 0, no = 0;
};
std::vector<CoveredPart> covered_parts(const network::Instance& instance,
                                       const explore::CoverageCounts& coverage);

// Values of variables, and what never was, with the nearest reason.
std::string covered_values_text(const network::Instance& instance,
                                const explore::CoverageCounts& coverage);

}  // namespace vicinal::report::inline instances
