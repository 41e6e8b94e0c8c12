// SPDX-License-Identifier: MIT
// `vicinal topology A --same-as B`: what was found, as text and JSON.
#pragma once

#include <string>

#include "cli/output/value_json.hpp"
#include "cli/session/load.hpp"
#include "groupoid/comparison/comparison.hpp"

namespace vicinal::cli::inline topologies {

// The two networks are those of `first` and `second`.
std::string comparison_text(const Options& options, const Opened& first,
                            const Opened& second,
                            const groupoid::Comparison& comparison);
Json comparison_json(const Options& options, const Opened& first,
                     const Opened& second,
                     const groupoid::Comparison& comparison);

}  // namespace vicinal::cli::inline topologies
