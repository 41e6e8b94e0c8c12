// SPDX-License-Identifier: MIT
// What `--coverage` says: how often actions, parts of guards, branches and
// values came up, and what never did, with the nearest reason.
#pragma once

#include <string>

#include "explore/coverage/coverage.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

Json coverage_json(const explore::Coverage& coverage);
std::string coverage_text(const explore::Coverage& coverage);

}  // namespace vicinal::report::inline instances
