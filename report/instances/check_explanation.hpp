// SPDX-License-Identifier: MIT
// How temporal properties were checked: parts, structures, who may change
// places on them, what was tracked.
#pragma once

#include <string>

#include "decide/instances/checking.hpp"

namespace vicinal::report::inline instances {

// `check --explain`.
std::string check_explanation(const decide::Opened& opened,
                              const decide::CheckReport& report);

}  // namespace vicinal::report::inline instances
