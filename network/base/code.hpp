// SPDX-License-Identifier: MIT
// The code of a diagnostic. Each room names those that it reports, in its
// codes.hpp; a number is not a code, so none can be mistyped.
#pragma once

#include <cstdint>

namespace vicinal::network::inline base {

// 312 is shown as V0312.
enum class Code : std::uint16_t {};

constexpr int number(Code code) {
  return static_cast<int>(code);
}

}  // namespace vicinal::network::inline base
