// SPDX-License-Identifier: MIT
// What was found, as a page in HTML: `--report FILE.html`.
//
// The command line, the version and warnings are left to the caller.
#pragma once

#include <string>
#include <vector>

#include "decide/decide.hpp"
#include "decide/instances/checking.hpp"
#include "decide/instances/exploration.hpp"
#include "explore/coverage/coverage.hpp"
#include "report/html/page.hpp"
#include "report/instances/coverage_report.hpp"
#include "report/topologies/topology.hpp"
#include "report/words/style.hpp"

namespace vicinal::report::inline pages {

// Each polls.
Page proof_page(const Style& style, const Opened& opened,
                const decide::Report& report);
Page exploration_page(const Style& style, const Opened& opened,
                      const decide::Explored& explored);
Page check_page(const Style& style, const Opened& opened,
                const decide::CheckReport& report);
Page topology_page(const Style& style, const Opened& opened,
                   const Topology& topology);
// What was reached, if it was counted.
void add_coverage(const network::Instance& instance,
                  const explore::CoverageCounts& coverage,
                  const CoverageScope& scope, Page& page);
// `text`: what was found; `orbits`: names of processes that may change places.
Page symmetry_page(const Opened& opened, const std::string& text,
                   const std::vector<std::vector<std::string>>& orbits);

}  // namespace vicinal::report::inline pages
