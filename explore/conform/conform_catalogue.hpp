// SPDX-License-Identifier: MIT
// V14xx: what is wrong with a log, or with what is said of it.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::explore::inline conform {

std::span<const network::Entry> conform_catalogue();

}  // namespace vicinal::explore::inline conform
