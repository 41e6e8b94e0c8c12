// SPDX-License-Identifier: MIT
// Whether elaboration failed since an instance is too large to be built here:
// then there is one all the same, of which nothing is known.
#pragma once

#include <algorithm>

#include "network/base/diagnostic.hpp"
#include "network/elaboration/codes.hpp"

namespace vicinal::network::inline elaboration {

inline bool beyond_limits(const Diagnostics& why) {
  return std::any_of(why.all().begin(), why.all().end(),
                     [](const Diagnostic& d) {
                       return d.code == codes::connecting_takes_too_long ||
                              d.code == codes::instance_too_large;
                     });
}

}  // namespace vicinal::network::inline elaboration
