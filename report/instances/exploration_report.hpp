// SPDX-License-Identifier: MIT
// What `vicinal explore` found, as text and as JSON (design 5.1).
#pragma once

#include <string>

#include "decide/instances/exploration.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

Json exploration_json(const Style& style, const Opened& opened,
                      const decide::Explored& explored);
// Of one that is not complete: what ended it.
std::string ending_text(const explore::Exploration& result);
std::string exploration_text(const Style& style, const Opened& opened,
                             const decide::Explored& explored);

}  // namespace vicinal::report::inline instances
