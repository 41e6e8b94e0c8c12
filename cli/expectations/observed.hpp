// SPDX-License-Identifier: MIT
// What a report says, as names and values that can be expected.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/expectations/expectation.hpp"

namespace vicinal::cli::expectations {

using Facts = std::vector<std::pair<std::string, std::string>>;

// Of a report in JSON: `states`, `transitions`, `depth`, `deadlocks`, `method`,
// `r_nodes`, `p_nodes`, `order`; each property's verdict by its name; `trace`,
// the steps of the first run that is shown; of `symmetry --virtual` what it
// says, of reachable states with "reachable " before. Nothing of what is no
// report.
Facts facts_of(const std::string& report);

// What differs from what is expected, a sentence each; empty: nothing.
std::vector<std::string> differences(const Expectation& expected, int exit,
                                     const Facts& facts);

}  // namespace vicinal::cli::expectations
