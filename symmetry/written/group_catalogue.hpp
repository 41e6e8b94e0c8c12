// SPDX-License-Identifier: MIT
// V0640 to V0643: what is wrong with a group that somebody wrote.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::symmetry::inline written {

std::span<const network::Entry> group_catalogue();

}  // namespace vicinal::symmetry::inline written
