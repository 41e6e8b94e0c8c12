// SPDX-License-Identifier: MIT
// What `vicinal check` found, as text and as JSON (design 5.1).
#pragma once

#include <string>

#include "decide/instances/checking.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

Json check_json(const Opened& opened, const decide::CheckReport& report);
std::string check_text(const Style& style, const Opened& opened,
                       const decide::CheckReport& report);

}  // namespace vicinal::report::inline instances
