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

// Of which states it speaks: of those that a run may come to, unless said.
struct CoverageScope {
  std::string of = {};    // behind "4 states": " of the instance explored"
  std::string note = {};  // a line
  std::string never = "never:\n";
};

Json coverage_json(const network::Instance& instance,
                   const explore::CoverageCounts& coverage);
std::string coverage_text(const network::Instance& instance,
                          const explore::CoverageCounts& coverage,
                          const CoverageScope& scope = {});

// A choice of an action, a part of its guard or a branch, with how often it was
// enabled, true, or entered, how often not, and of how many local states do not
// tell. In the order of the text.
struct CoveredPart {
  network::Position position;
  std::string text;
  std::uint64_t yes = 0, no = 0, unseen = 0;
};
std::vector<CoveredPart> covered_parts(const network::Instance& instance,
                                       const explore::CoverageCounts& coverage);

// Values of variables, and what never was, with the nearest reason.
std::string covered_values_text(const network::Instance& instance,
                                const explore::CoverageCounts& coverage,
                                const CoverageScope& scope = {});

}  // namespace vicinal::report::inline instances
