// SPDX-License-Identifier: MIT
// Why an instance cannot be written out, by name.
#pragma once

#include "network/base/code.hpp"

namespace vicinal::flat::codes {

inline constexpr network::Code number_too_wide{706};
inline constexpr network::Code too_long_to_write_out{707};

}  // namespace vicinal::flat::codes
