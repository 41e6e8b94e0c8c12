// SPDX-License-Identifier: MIT
// Models that cannot be opened as asked, and warnings of all engines alike.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::decide::inline question {

std::span<const network::Entry> decide_catalogue();

}  // namespace vicinal::decide::inline question
