// SPDX-License-Identifier: MIT
// Some annotated states, as text and as JSON: `explore --explain`.
#pragma once

#include <string>

#include "explore/lazy/lazy.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline instances {

std::string sample_text(const network::Instance& instance,
                        const explore::LazySample& sample);
Json sample_json(const network::Instance& instance,
                 const explore::LazySample& sample);

}  // namespace vicinal::report::inline instances
