// SPDX-License-Identifier: MIT
// How temporal properties were checked: parts, structures, who may change
// places on them, what was tracked.
#pragma once

#include <string>

#include "decide/instances/checking.hpp"

namespace vicinal::report::inline instances {

// A formula, safe to print within a line.
std::string formula_line(const network::Instance& instance,
                         const decide::CheckReport& report,
                         explore::FormulaId formula);

// `check --explain`.
std::string check_explanation(const decide::Opened& opened,
                              const decide::CheckReport& report);

}  // namespace vicinal::report::inline instances
