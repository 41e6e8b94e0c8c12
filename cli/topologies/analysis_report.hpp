// SPDX-License-Identifier: MIT
// `vicinal topology --analyse`: what analysts expect, as text and JSON.
#pragma once

#include <string>

#include "cli/options/options.hpp"
#include "cli/output/value_json.hpp"
#include "groupoid/analysis/analysis.hpp"

namespace vicinal::cli::inline topologies {

// What is not there is said to be not computed.
std::string analysis_text(const Options& options,
                          const network::Network& network,
                          const groupoid::Analysis& analysis);

// Lists of nodes and edges, too, if `listed`.
Json analysis_json(const network::Network& network,
                   const groupoid::Analysis& analysis, bool listed);

}  // namespace vicinal::cli::inline topologies
