// SPDX-License-Identifier: MIT
// `vicinal topology A --same-as B`: what was found, as text and JSON.
#pragma once

#include <string>

#include "groupoid/comparison/comparison.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline topologies {

// The two networks are those of `first` and `second`.
std::string comparison_text(const Style& style, const Opened& first,
                            const Opened& second,
                            const groupoid::Comparison& comparison);
Json comparison_json(const Style& style, const Opened& first,
                     const Opened& second,
                     const groupoid::Comparison& comparison);

}  // namespace vicinal::report::inline topologies
