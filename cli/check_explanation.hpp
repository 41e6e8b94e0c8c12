// SPDX-License-Identifier: MIT
// How temporal properties were checked: parts, structures, who may change
// places on them, what was tracked.
#pragma once

#include <string>

#include "decide/checking.hpp"

namespace vicinal::cli {

// `check --explain`.
std::string check_explanation(const decide::Opened& opened,
                              const decide::CheckReport& report);

}  // namespace vicinal::cli
