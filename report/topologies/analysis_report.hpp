// SPDX-License-Identifier: MIT
// `vicinal topology --analyse`: what analysts expect, as text and JSON.
#pragma once

#include <string>

#include "groupoid/analysis/analysis.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline topologies {

// What is not there is said to be not computed.
std::string analysis_text(const Style& style, const network::Network& network,
                          const groupoid::Analysis& analysis);

// Lists of nodes and edges, too, if `listed`.
Json analysis_json(const network::Network& network,
                   const groupoid::Analysis& analysis, bool listed);

}  // namespace vicinal::report::inline topologies
