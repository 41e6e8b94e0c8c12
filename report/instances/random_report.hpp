// SPDX-License-Identifier: MIT
// What random runs violate, as text and as JSON: `vicinal simulate --runs R`.
#pragma once

#include <string>

#include "explore/simulate/random_runs.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

// `how` is what the runs were asked for, and `opened` has the instance.
Json random_runs_json(const Style& style, const Opened& opened,
                      const explore::RunOptions& how,
                      const explore::RandomRuns& found);
std::string random_runs_text(const Style& style, const Opened& opened,
                             const explore::RunOptions& how,
                             const explore::RandomRuns& found);

}  // namespace vicinal::report::inline instances
