// SPDX-License-Identifier: MIT
// Whether a state in which an expression holds can be reached, as text and as
// JSON.
#pragma once

#include <string>

#include "explore/search/explorer.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

// The first property of the exploration is the negation of the expression.
Json witness_json(const Opened& opened, const std::string& expression,
                  const explore::Exploration& exploration);
std::string witness_text(const Style& style, const Opened& opened,
                         const std::string& expression,
                         const explore::Exploration& exploration);

}  // namespace vicinal::report::inline instances
