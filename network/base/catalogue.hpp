// SPDX-License-Identifier: MIT
// What every diagnostic means, with an example that gives it and the example
// put right: `vicinal explain`.
#pragma once

#include <string_view>

#include "network/base/code.hpp"

namespace vicinal::network::inline base {

struct Entry {
  Code code{};
  std::string_view title;
  std::string_view explanation;
  std::string_view wrong;  // a file that gives this diagnostic
  std::string_view right;  // and one that does not
};

}  // namespace vicinal::network::inline base
