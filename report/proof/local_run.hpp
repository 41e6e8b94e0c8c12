// SPDX-License-Identifier: MIT
// What a single node may see that keeps a temporal property from being proved
// (`check --method local`), as text and as JSON.
#pragma once

#include <string>

#include "decide/instances/checking.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline proof {

// Of the first part of a property that is not excluded; nothing, where there is
// none.
std::string local_run_text(const network::Instance& instance,
                           const decide::CheckReport& report,
                           const decide::Checked& checked);

// {"view", "formula", "holds", "initial", "steps", "loop"?, "because"?}; steps
// that the node does not see are {"elsewhere": true}.
Json local_run_json(const network::Instance& instance,
                    const decide::CheckReport& report,
                    const decide::CheckedPart& part);

}  // namespace vicinal::report::inline proof
