// SPDX-License-Identifier: MIT
// What `prove` found, as text and as JSON (design 5.1).
#pragma once

#include <string>

#include "cli/output/value_json.hpp"
#include "cli/session/load.hpp"
#include "decide/decide.hpp"

namespace vicinal::cli::inline proof {

// Of one instance.
Json proof_json(const Options& options, const Opened& opened,
                const decide::InstanceReport& report);
std::string proof_text(const Options& options, const Opened& opened,
                       const decide::InstanceReport& report);

// Of every size.
Json family_json(const Options& options, const Opened& opened,
                 const decide::FamilyReport& report);
std::string family_text(const Options& options, const Opened& opened,
                        const decide::FamilyReport& report);

// What it was found by.
void add_method(Json& property, const decide::Answer& answer);

}  // namespace vicinal::cli::inline proof
