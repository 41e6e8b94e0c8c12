// SPDX-License-Identifier: MIT
// V03xx and V04xx: names, types, rights; warnings of the front end.
#pragma once

#include <span>

#include "network/base/catalogue.hpp"

namespace vicinal::network::inline language {

std::span<const Entry> checker_catalogue();

}  // namespace vicinal::network::inline language
