// SPDX-License-Identifier: MIT
// What tells nodes of a model apart that are alike in its network, as text and
// as JSON.
#pragma once

#include <span>
#include <string>

#include "fixpoint/reduction/splits.hpp"
#include "report/words/style.hpp"
#include "report/words/value_json.hpp"

namespace vicinal::report::inline proof {

// A line for each of the first ones.
std::string splits_text(const Opened& opened,
                        std::span<const fixpoint::Split> splits);
Json splits_json(const Opened& opened, std::span<const fixpoint::Split> splits);

}  // namespace vicinal::report::inline proof
