// SPDX-License-Identifier: MIT
// Why a temporal property does not hold in an instance, as text and as JSON: a
// run that repeats for ever, and what holds, or does not, along it.
#pragma once

#include <string>

#include "decide/instances/checking.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline proof {

// A formula; in one line it is safe to print.
std::string formula_text(const network::Instance& instance,
                         const decide::CheckReport& report,
                         explore::FormulaId formula);
std::string formula_line(const network::Instance& instance,
                         const decide::CheckReport& report,
                         explore::FormulaId formula);

// "by a run of 3 steps, from step 2 on for ever"
std::string lasso_text(const explore::Graph::Lifted& path);

// The path, if there is one, then what it rests on.
std::string violation_text(const network::Instance& instance,
                           const decide::CheckReport& report,
                           const explore::Explanation& why);
Json violation_json(const network::Instance& instance,
                    const decide::CheckReport& report,
                    const explore::Explanation& why);
// The run that a reader follows first, with "loop" where it begins to repeat.
Json first_run_json(const network::Instance& instance,
                    const explore::Explanation& why);

}  // namespace vicinal::report::inline proof
